// Where the parts of a body are: at rest, and what is drawn of them. Frames are those of MuJoCo, z up.

import type { Part } from "./data";
import type { Frame, Solid } from "./schema";

export type Vector = [number, number, number];
export type Quaternion = [number, number, number, number];

export function times(p: Quaternion, q: Quaternion): Quaternion {
  return [
    p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
    p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
    p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
    p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
  ];
}

export function turned(q: Quaternion, v: Vector): Vector {
  const [, x, y, z] = times(times(q, [0, ...v]), [q[0], -q[1], -q[2], -q[3]]);
  return [x, y, z];
}

/** A frame given in another frame, in the frame that one is in. */
export function within(outer: Frame, inner: Frame): Frame {
  const turn = outer.slice(3) as Quaternion;
  const [x, y, z] = turned(turn, inner.slice(0, 3) as Vector);
  return [outer[0] + x, outer[1] + y, outer[2] + z, ...times(turn, inner.slice(3) as Quaternion)];
}

/** Frames of all parts with every joint at rest. */
export function atRest(body: Part[]): Frame[] {
  const frames: Frame[] = [];
  for (const part of body) frames.push(part.parent < 0 ? part.place : within(frames[part.parent], part.place));
  return frames;
}

/** Whether a body lies in the x-z plane. */
function planar(body: Part[]): boolean {
  return body.every((part) => [part.place, ...part.solids.map((solid) => solid[2])].every((place) => Math.abs(place[1]) < 1e-6));
}

/** How far each part is moved aside, along y, so that limbs of a plane that share a joint can be told apart. */
export function aside(body: Part[], floor: boolean): number[] {
  const found = body.map(() => 0);
  if (!floor || !planar(body)) return found;
  body.forEach((part, row) => {
    if (part.parent < 0) return;
    const radius = part.solids[0]?.[1][0] ?? 0;
    const crowd: number[] = [];
    body.forEach((other, index) => {
      if (other.parent !== part.parent) return;
      const [x, , z] = other.place;
      if (Math.hypot(x - part.place[0], z - part.place[2]) < radius) crowd.push(index);
    });
    found[row] = found[part.parent] + 2 * radius * (crowd.indexOf(row) - (crowd.length - 1) / 2);
  });
  return found;
}

/** Eyes of a torso, which show where its front is: white and pupil of each. */
export function eyes(torso: Part): [solid: Solid, pupil: boolean][] {
  const head = torso.solids.at(-1);
  if (!head) return [];
  const [shape, size, place] = head;
  const found: [Solid, boolean][] = [];
  const add = (centre: Vector, outward: Vector, radius: number) => {
    for (const [share, ahead, pupil] of [[1, 0, false], [0.55, 0.3, true]] as const) {
      const at = centre.map((value, i) => value + ahead * radius * outward[i]) as Vector;
      const flat = outward.map((value) => share * radius * (1 - 0.5 * Math.abs(value)));
      found.push([["ellipsoid", flat, [...at, 1, 0, 0, 0]], pupil]);
    }
  };
  for (const side of [-1, 1]) {
    if (shape === "ellipsoid") {
      const [a, b, c] = size;
      add([side * a * 0.66, b * 0.66, c * 0.36], [side, 0, 0], 0.18 * c);
    } else if (shape === "capsule") {
      const [x, y, z] = turned(place.slice(3) as Quaternion, [0, 0, size[1]]);
      add([place[0] + x, place[1] + y + 0.85 * size[0] * side, place[2] + z], [0, side, 0], 0.5 * size[0]);
    }
  }
  return found;
}

/** Lowest point of a solid in a frame. */
export function lowest(solid: Solid, frame: Frame): number {
  const [shape, size, place] = solid;
  const whole = within(frame, place);
  const turn = whole.slice(3) as Quaternion;
  const down = [turned(turn, [1, 0, 0])[2], turned(turn, [0, 1, 0])[2], turned(turn, [0, 0, 1])[2]];
  if (shape === "sphere") return whole[2] - size[0];
  if (shape === "capsule") return whole[2] - size[0] - size[1] * Math.abs(down[2]);
  const reach = down.map((value, i) => value * size[i]);
  if (shape === "box") return whole[2] - reach.reduce((sum, value) => sum + Math.abs(value), 0);
  return whole[2] - Math.hypot(...reach);
}

/** How high a body at rest must be lifted to stand on the floor. */
export function lift(body: Part[], frames: Frame[]): number {
  return -Math.min(...body.flatMap((part, row) => part.solids.map((solid) => lowest(solid, frames[row]))));
}

/** Largest distance of anything seen from the torso's middle at rest. */
export function reach(body: Part[], frames: Frame[]): number {
  let found = 0;
  body.forEach((part, row) => {
    for (const [, size, place] of part.solids) {
      const [x, y, z] = within(frames[row], place);
      const own = size.length === 2 ? size[0] + size[1] : Math.max(...size);
      found = Math.max(found, Math.hypot(x - frames[0][0], y - frames[0][1], z - frames[0][2]) + own);
    }
  });
  return found;
}

/** Azimuth and elevation of the usual view, degrees, as in the films that nge makes. */
export const VIEWS = { floor: [90, -12], water: [152, -38] } as const;

/** Right, up and ahead of a camera that looks along an azimuth and an elevation. */
export function cameraAxes([azimuth, elevation]: readonly [number, number]): [Vector, Vector, Vector] {
  const [turn, tilt] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
  const right: Vector = [Math.sin(turn), -Math.cos(turn), 0];
  const ahead: Vector = [Math.cos(turn) * Math.cos(tilt), Math.sin(turn) * Math.cos(tilt), Math.sin(tilt)];
  const up: Vector = [
    right[1] * ahead[2] - right[2] * ahead[1],
    right[2] * ahead[0] - right[0] * ahead[2],
    right[0] * ahead[1] - right[1] * ahead[0],
  ];
  return [right, up, ahead];
}
