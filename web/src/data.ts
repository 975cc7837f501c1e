// What Python hands to the page (src/nge/report/data.py is the other side), and what follows from it.

import type { Origin } from "./about";

export const FORMAT = 3;

export interface Run extends Origin {
  method: string;
  method_about: string;
  seed: number;
  size: number;
  steps_per_generation: number;
  limits: { max_generations: number | null; max_steps: number | null; max_hours: number | null };
  done: boolean;
  spent: { generations: number; steps: number; seconds: number };
  floor: boolean;
  control_step: number;
  episode_steps: number;
}

export interface Generation {
  number: number;
  steps: number;
  seconds: number;
  ended: string;
  best: number | null;
  best_species: number;
  quantiles: (number | null)[];
  families: [topology: number, count: number][];
  topologies: number;
  parts: number;
  failed: number;
  born: number;
  skill: number | null;
  proposed: Record<string, number>;
  admitted: Record<string, number>;
  refused: Record<string, number>;
}

/** Position and quaternion (w, x, y, z). */
export type Frame = [number, number, number, number, number, number, number];
export type Solid = [shape: "ellipsoid" | "capsule" | "box" | "sphere", size: number[], place: Frame];
type PartRow = [attributes: number[], place: Frame, solids: Solid[]];

export interface Episode {
  fps: number;
  return: number;
  end: string;
  speed: number;
  parts: number;
  step: number;
  turn_step: number;
  frames: number[];
  terrain?: Terrain | null;
}

/** What lies on the ground or instead of it, as src/nge/report/episodes.py draws it. */
export interface Terrain {
  /** Place, rotation and half lengths of each. */
  boxes: number[][];
  /** Heights over a grid, rows along y. */
  surface: { x: number[]; y: number[]; z: number[][] } | null;
}

interface Attribute {
  name: string;
  unit: string;
  about: string;
}

interface Columns {
  born: number[];
  last: number[];
  parent: number[];
  operator: number[];
  touched: string[];
  predicted: (number | null)[];
  inherited: number[];
  topology: number[];
  history: (number | null)[][];
  spread: (number | null)[];
  episodes: number[];
  failure: string[];
  flags: (Flag[] | null)[];
}

/** A sign that fitness comes from the simulation or presses against a bound. */
export type Flag = [name: string, meaning: string];

export interface Evaluated {
  species: number;
  sampled: boolean;
  episodes: number;
  mean: number;
  spread: number;
  speed: number;
}

/** Bodies that share their parts. */
export interface Bodies {
  colours: string[];
  parts: PartRow[];
  bodies: number[][];
}

export interface Data extends Bodies {
  format: number;
  run: Run;
  kind: { name: string; torso: Attribute[]; limb: Attribute[] };
  generations: Generation[];
  topologies: string[];
  operators: string[];
  species: Columns;
  /** Mean reward of a control step by species, each point the mean of `window` updates. */
  learning: { window: number; curves: (number | null)[][] };
  next_ids: number[];
  winner: number | null;
  line: number[];
  shown: number[];
  evaluations: Evaluated[];
  episodes: Record<string, Episode>;
}

export interface Part {
  id: number;
  parent: number;
  origin: number;
  pair: number;
  attributes: number[];
  place: Frame;
  solids: Solid[];
  colour: string;
}

export interface Species {
  id: number;
  born: number;
  last: number;
  parent: number | null;
  operator: string;
  added: number[];
  removed: number[];
  changed: number[];
  predicted: number | null;
  inherited: boolean;
  topology: number;
  parts: number;
  history: (number | null)[];
  /** Of its last life; null if it failed. */
  fitness: number | null;
  spread: number | null;
  episodes: number;
  failure: string;
  /** Null in a record of an earlier version. */
  flags: Flag[] | null;
  living: boolean;
  children: number[];
}

/** A run as the page sees it. */
export class Model {
  readonly species: Species[];
  readonly inLine: Set<number>;
  readonly ranked: Species[];
  /** Species that live, or whose descendants do, and the winner's line. */
  readonly kept: Uint8Array;
  private readonly bodies = new Map<number, Part[]>();

  constructor(readonly data: Data) {
    const { species: columns, operators } = data;
    const now = data.generations.length - 1;
    this.species = columns.born.map((born, id) => {
      const history = columns.history[id];
      const [added, removed, changed] = touched(columns.touched[id]);
      return {
        id,
        born,
        last: columns.last[id],
        // Only an older one can be a parent; whatever a damaged record says, lines of ancestors end.
        parent: columns.parent[id] >= 0 && columns.parent[id] < id ? columns.parent[id] : null,
        operator: operators[columns.operator[id]],
        added,
        removed,
        changed,
        predicted: columns.predicted[id],
        inherited: columns.inherited[id] === 1,
        topology: columns.topology[id],
        parts: data.bodies[id].length / 5,
        history,
        fitness: history.at(-1) ?? null,
        spread: columns.spread[id],
        episodes: columns.episodes[id],
        failure: columns.failure[id],
        flags: columns.flags[id],
        living: columns.last[id] === now,
        children: [],
      };
    });
    for (const one of this.species) if (one.parent !== null) this.species[one.parent].children.push(one.id);
    this.inLine = new Set(data.line);
    this.kept = new Uint8Array(this.species.length);
    for (let id = this.species.length - 1; id >= 0; id--) {
      const one = this.species[id];
      if (one.living || this.inLine.has(id) || one.children.some((child) => this.kept[child])) this.kept[id] = 1;
    }
    this.ranked = this.species
      .filter((one) => one.fitness !== null)
      .sort((a, b) => b.fitness! - a.fitness! || a.id - b.id);
  }

  get winner(): Species | null {
    return this.data.winner === null ? null : this.species[this.data.winner];
  }

  body(id: number): Part[] {
    let found = this.bodies.get(id);
    if (!found) {
      found = bodyOf(this.data, id);
      this.bodies.set(id, found);
    }
    return found;
  }

  /** The body as a file that nge reads. */
  bodyFile(id: number): string {
    const { kind, next_ids } = this.data;
    const parts = this.body(id);
    return JSON.stringify(
      {
        format: "nge-body",
        version: 1,
        kind: kind.name,
        next_id: next_ids[id],
        parts: parts.map((part, row) => ({
          id: part.id,
          parent: part.parent < 0 ? null : parts[part.parent].id,
          attributes: Object.fromEntries(
            (row ? kind.limb : kind.torso).map((attribute, i) => [attribute.name, part.attributes[i]]),
          ),
          ...(part.origin < 0 ? {} : { origin: part.origin }),
          ...(part.pair < 0 ? {} : { pair: part.pair }),
        })),
      },
      null,
      1,
    );
  }

  /** How much better a child was in its first life than its parent at that time; null if unknown. */
  gain(id: number): number | null {
    const child = this.species[id];
    if (child.parent === null || child.history[0] == null) return null;
    const parent = this.species[child.parent];
    const then = parent.history[Math.min(child.born - 1 - parent.born, parent.history.length - 1)];
    return then == null ? null : child.history[0] - then;
  }
}

/** One of several bodies, part by part. */
export function bodyOf({ bodies, parts, colours }: Bodies, id: number): Part[] {
  const row = bodies[id];
  const found: Part[] = [];
  for (let at = 0; at < row.length; at += 5) {
    const [number, parent, part, origin, pair] = row.slice(at, at + 5);
    const [attributes, place, solids] = parts[number];
    const hue = at === 0 ? 0 : part === 0 ? 0 : 1 + ((part - 1) % (colours.length - 1));
    found.push({ id: part, parent, origin, pair, attributes, place, solids, colour: colours[hue] });
  }
  return found;
}

function touched(text: string): [number[], number[], number[]] {
  if (!text) return [[], [], []];
  return JSON.parse(`[${text.replaceAll("][", "],[")}]`);
}

/** Read what lies in the page itself. */
export async function held<T>(element: HTMLElement): Promise<T> {
  const letters = atob(element.textContent ?? "");
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

export function checked<T extends { format: number }>(data: T): T {
  if (data.format !== FORMAT) throw new Error(`this page reads data of format ${FORMAT}, not ${data.format}`);
  return data;
}

/** Undo the packing of an episode: numbers per part and frame, [frame][part * 7]. */
export function unpacked(episode: Episode): Float32Array {
  const width = episode.parts * 7;
  const count = episode.frames.length / width;
  const found = new Float32Array(episode.frames.length);
  for (let column = 0; column < width; column++) {
    const unit = column % 7 < 3 ? episode.step : episode.turn_step;
    let speed = 0;
    let value = 0;
    for (let frame = 0; frame < count; frame++) {
      speed += episode.frames[column * count + frame];
      value += speed;
      found[frame * width + column] = value * unit;
    }
  }
  return found;
}
