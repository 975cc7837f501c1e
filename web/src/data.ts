// A run as the page sees it: what follows from the data that Python hands over (schema.ts has its types).

import { FORMAT, type Evaluated, type Flag, type Frame, type RecordedEpisode, type RunData, type SharedBodies, type Solid } from "./schema";

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
  /** What people call it. */
  label: string;
  /** Of a body that is trained as it is. */
  name: string | null;
  seed: number | null;
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
  recentReturn: number | null;
  recentEpisodes: number;
  living: boolean;
  children: number[];
}

/** A run as the page sees it. */
export class Model {
  readonly species: Species[];
  readonly inLine: Set<number>;
  /** Those that can be compared, the best first. */
  readonly ranked: Species[];
  /** Whether bodies change; where given ones are trained there is one generation, and nobody has a parent. */
  readonly evolves: boolean;
  /** Species that live, or whose descendants do, and the winner's line. */
  readonly kept: Uint8Array;
  private readonly bodies = new Map<number, Part[]>();
  private readonly evaluated = new Map<string, Evaluated>();

  constructor(readonly data: RunData) {
    const { species: columns, operators } = data;
    const now = data.generations.length - 1;
    this.species = columns.born.map((born, id) => {
      const history = columns.history[id];
      const [added, removed, changed] = touched(columns.touched[id]);
      const [name, seed] = [columns.name[id], columns.seed[id]];
      return {
        id,
        label: name === null ? `Species ${id}` : `${name}, seed ${seed}`,
        name,
        seed,
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
        recentReturn: columns.recent_return[id],
        recentEpisodes: columns.recent_episodes[id],
        living: columns.last[id] >= now,
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
    this.evolves = data.run.limits.updates === null;
    this.ranked = data.ranked.map((id) => this.species[id]).filter((one) => one.fitness !== null || one.name !== null);
    for (const one of data.evaluations) this.evaluated.set(`${one.species} ${one.sampled}`, one);
  }

  get winner(): Species | null {
    return this.data.winner === null ? null : this.species[this.data.winner];
  }

  /** What a species did in fresh episodes after training, where they were run. */
  fresh(id: number, sampled = false): Evaluated | undefined {
    return this.evaluated.get(`${id} ${sampled}`);
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
export function bodyOf({ bodies, parts, colours }: SharedBodies, id: number): Part[] {
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
export function unpacked(episode: RecordedEpisode): Float32Array {
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
