// Small pictures of bodies, drawn from their geometry: parallel projection, far parts first.

import { aside, atRest, cameraAxes, eyes, turned, VIEWS, within, type Quaternion, type Vector } from "./body";
import type { Part } from "./data";
import { h } from "./dom";
import type { Frame, Solid } from "./schema";

interface Blob {
  depth: number;
  colour: string;
  draw: (context: CanvasRenderingContext2D) => void;
  box: [number, number, number, number];
}

interface Sketch {
  blobs: Blob[];
  box: [number, number, number, number];
}

/** Whose bodies are drawn, and whether they stand on a floor. */
interface Drawn {
  body(id: number): Part[];
  data: { run: { floor: boolean } };
}

const EYE = "#ffffff";
const PUPIL = "#1f242e";
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function blob(solid: Solid, frame: Frame, axes: [Vector, Vector, Vector], colour: string, nearer: number): Blob {
  const [shape, size, place] = solid;
  const whole = within(frame, place);
  const turn = whole.slice(3) as Quaternion;
  const centre = whole.slice(0, 3) as Vector;
  const [right, up, ahead] = axes;
  const [x, y] = [dot(centre, right), -dot(centre, up)];
  const depth = dot(centre, ahead) - nearer;
  if (shape === "capsule") {
    const end = turned(turn, [0, 0, size[1]]);
    const [dx, dy] = [dot(end, right), -dot(end, up)];
    const radius = size[0];
    const [w, hh] = [Math.abs(dx) + radius, Math.abs(dy) + radius];
    return {
      depth,
      colour,
      box: [x - w, y - hh, x + w, y + hh],
      draw: (context) => {
        const angle = Math.atan2(dy, dx);
        context.beginPath();
        context.arc(x + dx, y + dy, radius, angle - Math.PI / 2, angle + Math.PI / 2);
        context.arc(x - dx, y - dy, radius, angle + Math.PI / 2, angle + 1.5 * Math.PI);
        context.closePath();
      },
    };
  }
  const half = shape === "sphere" ? [size[0], size[0], size[0]] : size;
  const rims = ([[1, 0, 0], [0, 1, 0], [0, 0, 1]] as Vector[]).map((axis, i) => {
    const turnedAxis = turned(turn, axis);
    return [half[i] * dot(turnedAxis, right), -half[i] * dot(turnedAxis, up)];
  });
  if (shape === "box") {
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
      [0, 1].map((k) => (k ? y : x) + rims.reduce((sum, rim, i) => sum + (bits & (1 << i) ? rim[k] : -rim[k]), 0)),
    );
    const xs = corners.map((corner) => corner[0]);
    const ys = corners.map((corner) => corner[1]);
    return {
      depth,
      colour,
      box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
      draw: (context) => {
        context.beginPath();
        hull(corners).forEach(([px, py]) => context.lineTo(px, py));
        context.closePath();
      },
    };
  }
  // The shadow of an ellipsoid is the ellipse of the matrix sum of its rims' squares.
  const a = rims.reduce((sum, [p]) => sum + p * p, 0);
  const b = rims.reduce((sum, [p, q]) => sum + p * q, 0);
  const c = rims.reduce((sum, [, q]) => sum + q * q, 0);
  const middle = (a + c) / 2;
  const off = Math.hypot((a - c) / 2, b);
  const angle = Math.atan2(2 * b, a - c) / 2;
  return {
    depth,
    colour,
    box: [x - Math.sqrt(a), y - Math.sqrt(c), x + Math.sqrt(a), y + Math.sqrt(c)],
    draw: (context) => {
      context.beginPath();
      context.ellipse(x, y, Math.sqrt(middle + off), Math.sqrt(Math.max(0, middle - off)), angle, 0, 2 * Math.PI);
      context.closePath();
    },
  };
}

function hull(points: number[][]): number[][] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (list: number[][]) => {
    const found: number[][] = [];
    for (const p of list) {
      while (found.length > 1) {
        const [a, b] = found.slice(-2);
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        found.pop();
      }
      found.push(p);
    }
    return found.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function sketch(body: Part[], floor: boolean): Sketch {
  const axes = cameraAxes(floor ? VIEWS.floor : VIEWS.water);
  const shift = aside(body, floor);
  const frames = atRest(body).map((frame, row) => {
    const [x, y, ...rest] = frame;
    return [x, y + shift[row], ...rest] as unknown as Frame;
  });
  const blobs = body.flatMap((part, row) => part.solids.map((solid) => blob(solid, frames[row], axes, part.colour, 0)));
  for (const [solid, pupil] of eyes(body[0])) {
    const drawn = blob(solid, frames[0], axes, pupil ? PUPIL : EYE, pupil ? 0.0002 : 0);
    // An eye on the far side of the head is not seen.
    if (dot(turned(frames[0].slice(3) as Quaternion, solid[2].slice(0, 3) as Vector), axes[2]) < 0) blobs.push(drawn);
  }
  const box = blobs.reduce<[number, number, number, number]>(
    (all, { box: own }) => [
      Math.min(all[0], own[0]),
      Math.min(all[1], own[1]),
      Math.max(all[2], own[2]),
      Math.max(all[3], own[3]),
    ],
    [Infinity, Infinity, -Infinity, -Infinity],
  );
  return { blobs: blobs.sort((p, q) => q.depth - p.depth), box };
}

const sketches = new WeakMap<Part[], Sketch>();

/** Draw a body into a box of a canvas; `extent` (m) fixes the scale, so that sizes can be compared. */
export function drawBody(
  context: CanvasRenderingContext2D,
  model: Drawn,
  id: number,
  [left, top, width, height]: [number, number, number, number],
  extent?: number,
): void {
  const body = model.body(id);
  let found = sketches.get(body);
  if (!found) sketches.set(body, (found = sketch(body, model.data.run.floor)));
  const [x0, y0, x1, y1] = found.box;
  const own = Math.max((x1 - x0) / width, (y1 - y0) / height);
  const scale = 1 / Math.max(own, (extent ?? 0) / Math.max(width, height));
  context.save();
  context.translate(left + width / 2, top + height / 2);
  context.scale(scale, scale);
  context.translate(-(x0 + x1) / 2, -(y0 + y1) / 2);
  context.lineJoin = "round";
  context.lineWidth = 0.9 / scale;
  for (const one of found.blobs) {
    one.draw(context);
    if (one.colour === EYE || one.colour === PUPIL) {
      context.fillStyle = one.colour;
      context.fill();
      continue;
    }
    const [bx0, by0, bx1, by1] = one.box;
    const light = context.createRadialGradient(
      bx0 + 0.38 * (bx1 - bx0),
      by0 + 0.22 * (by1 - by0),
      0,
      (bx0 + bx1) / 2,
      (by0 + by1) / 2,
      0.75 * Math.max(bx1 - bx0, by1 - by0),
    );
    light.addColorStop(0, mixed(one.colour, 255, 0.28));
    light.addColorStop(0.55, one.colour);
    light.addColorStop(1, mixed(one.colour, 0, 0.22));
    context.fillStyle = light;
    context.fill();
    context.strokeStyle = "rgb(20 26 36 / 0.32)";
    context.stroke();
  }
  context.restore();
}

function mixed(hex: string, towards: number, share: number): string {
  const value = parseInt(hex.slice(1), 16);
  const channels = [value >> 16, (value >> 8) & 255, value & 255].map((c) => Math.round(c + share * (towards - c)));
  return `rgb(${channels.join(" ")})`;
}

/** A picture of a species as an element of its own. */
export function thumbnail(model: Drawn, id: number, width: number, height: number): HTMLElement {
  const ratio = Math.min(3, Math.max(1, devicePixelRatio));
  const canvas = h("canvas.thumb", {
    width: Math.round(width * ratio),
    height: Math.round(height * ratio),
    style: `width:${width}px;height:${height}px`,
    role: "img",
    "aria-label": `body of species ${id}`,
  }) as HTMLCanvasElement;
  const context = canvas.getContext("2d")!;
  context.scale(ratio, ratio);
  drawBody(context, model, id, [2, 2, width - 4, height - 4]);
  return canvas;
}
