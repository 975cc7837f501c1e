// Made by web/generate_types.py from src/nge/report/schema.py: change that.

export const FORMAT = 5;

/** null where a number is unknown or not finite. */
export type Numbers = (number | null)[];

/** Position and quaternion (w, x, y, z). */
export type Frame = [number, number, number, number, number, number, number];

export type Shape = "ellipsoid" | "capsule" | "box" | "sphere";

/** Shape, size and place. */
export type Solid = [Shape, number[], Frame];

/** Attributes, the part's frame in its parent's, and the solids that are seen of it. */
export type PartRow = [number[], Frame, Solid[]];

/** A sign that fitness comes from the simulation or presses against a bound: name and meaning. */
export type Flag = [string, string];

/** Bodies by number; they share their parts. */
export interface SharedBodies {
  /** Of parts by id; after the last the limbs' come again. */
  colours: string[];
  parts: PartRow[];
  /** Five numbers for each part: its row in `parts`, the row of its parent in the body, its id, the id it was copied from and the id of its mirror image, -1 where there is none. */
  bodies: number[][];
}

/** Heights over a grid. */
export interface Surface {
  x: number[];
  y: number[];
  /** Rows along y, in m. */
  z: number[][];
}

/** What lies on the ground or instead of it. */
export interface DrawnTerrain {
  /** Height of the flat ground around it, in m. */
  floor: number;
  boxes: Solid[];
  surface: Surface | null;
}

/** A recorded episode; see `episodes` for how frames are packed. */
export interface RecordedEpisode {
  fps: number;
  /** Parts of the body and objects of the world, all of which have frames, in this order. */
  parts: number;
  /** Unit of positions, in m. */
  step: number;
  /** Unit of quaternions. */
  turn_step: number;
  frames: number[];
  terrain: DrawnTerrain | null;
  objects: Solid[];
}

/** A creature in a notebook. */
export interface CreatureData extends SharedBodies {
  format: number;
  label: string;
  floor: boolean;
  episode: RecordedEpisode | null;
  /** Why it is at rest. */
  still: string;
}

/** When a run is done; null where that is no limit. */
export interface RunLimits {
  max_generations: number | null;
  /** Of each species, where given bodies are trained. */
  updates: number | null;
  /** Control steps of all species together. */
  max_steps: number | null;
  max_hours: number | null;
}

/** How much of its budget a run has used. */
export interface SpentBudget {
  generations: number;
  /** That every species has done, where given bodies are trained. */
  updates: number;
  /** Control steps of all species together. */
  steps: number;
  seconds: number;
}

/** What was run, with what, and how far it has come. */
export interface AboutRun {
  name: string;
  title: string;
  task: string;
  task_about: string;
  method: string;
  method_about: string;
  policy: string;
  seed: number;
  /** Species of a generation. */
  size: number;
  steps_per_generation: number;
  settings: Record<string, Record<string, unknown>>;
  /** The settings that the nearest preset has. */
  usual: Record<string, Record<string, unknown>>;
  limits: RunLimits;
  done: boolean;
  /** Updates that every species has at its last checkpoint; null in a search. */
  checkpoint: number | null;
  spent: SpentBudget;
  floor: boolean;
  command: string;
  started: string;
  versions: Record<string, string>;
  machine: Record<string, string | number>;
}

/** An attribute of a part. */
export interface AttributeInfo {
  name: string;
  unit: string;
  about: string;
}

/** A kind of body. */
export interface KindInfo {
  name: string;
  torso: AttributeInfo[];
  limb: AttributeInfo[];
}

/** A generation that is done. */
export interface GenerationRow {
  number: number;
  steps: number;
  seconds: number;
  best: number | null;
  quantiles: Numbers;
  /** Topology and how many species have it. */
  families: [number, number][];
  topologies: number;
  skill: number | null;
  proposed: Record<string, number>;
  refused: Record<string, number>;
}

/** What is known of every species, by id. */
export interface SpeciesColumns {
  /** Of a body that is trained as it is, with the seed it learns with. */
  name: (string | null)[];
  seed: (number | null)[];
  born: number[];
  last: number[];
  parent: number[];
  operator: number[];
  /** Parts that were added, removed and changed, as JSON lists one after the other. */
  touched: string[];
  predicted: Numbers;
  topology: number[];
  /** Fitness by generation. */
  history: Numbers[];
  spread: Numbers;
  episodes: number[];
  failure: string[];
  /** null where they were not measured. */
  flags: (Flag[] | null)[];
  /** Mean of the last whole episodes of training, where given bodies are trained. */
  recent_return: Numbers;
  recent_episodes: number[];
}

/** Mean reward of a control step by species, each point the mean of `window` updates. */
export interface RewardCurves {
  window: number;
  curves: Numbers[];
}

/** A number over updates: the middle of some seeds, the lowest and the highest of several. */
export interface Band {
  middle: Numbers;
  low: Numbers;
  high: Numbers;
}

/** What the updates of a body brought, over its seeds. */
export interface BodyLine {
  name: string;
  species: number[];
  numbers: Record<string, Band>;
}

/** Numbers of the updates of given bodies; each point is the mean of `window` updates. */
export interface UpdateLines {
  window: number;
  axes: Record<string, number[]>;
  lines: BodyLine[];
}

/** What a species did in fresh episodes. */
export interface Evaluated {
  species: number;
  sampled: boolean;
  episodes: number;
  mean: number | null;
  spread: number | null;
  speed: number | null;
}

/** All that the page of a run shows. */
export interface RunData extends SharedBodies {
  format: number;
  run: AboutRun;
  kind: KindInfo;
  generations: GenerationRow[];
  topologies: string[];
  operators: string[];
  species: SpeciesColumns;
  learning: RewardCurves;
  updates: UpdateLines;
  next_ids: number[];
  /** All species, the best first. */
  ranked: number[];
  winner: number | null;
  /** The winner and its ancestors, the oldest first. */
  line: number[];
  /** Some of them. */
  shown: number[];
  evaluations: Evaluated[];
  episodes: Record<number, RecordedEpisode>;
}

/** A species that is being trained. */
export interface SpeciesUnderWay {
  id: number;
  parent: number | null;
  operator: string;
  born: number;
}

/** The generation that is being trained; species in the order of their bodies. */
export interface GenerationUnderWay extends SharedBodies {
  format: number;
  generation: number;
  species: SpeciesUnderWay[];
}

/** What the process at work says of itself. */
export interface Working {
  process?: number;
  doing?: string;
  generation?: number;
  /** Updates of the generation that are done, counted for the species with the most to do. */
  update?: number;
  /** Updates of the species that makes the most. */
  updates?: number;
  /** Control steps of the generation since this process began it. */
  steps?: number;
  of?: number;
  began?: number;
  now?: number;
  memory?: number;
  /** Of a search: the rewards of the species in training, by update. */
  rewards?: Record<number, Numbers>;
}

/** Where a run stands. */
export interface RunState {
  limits: RunLimits;
  done: boolean;
  working: Working | null;
  stopping: boolean;
}

/** Where the run that a page shows stands. */
export interface WatchedState extends RunState {
  /** As a shell takes it. */
  folder: string;
  /** Changes whenever the page has more to tell. */
  mark: (string | number)[];
  /** Whether only this run is served. */
  alone: boolean;
  /** Whether this browser brought the token. */
  may_stop: boolean;
}

/** A run that cannot be read now. */
export interface Gone {
  gone: string;
}

/** A run in the list of runs. */
export interface ListedRun extends RunState {
  name: string;
  started: string;
  what: string;
  unit: string;
  count: number;
  goal: number | null;
  seconds: number;
  best: number | null;
  curve: Numbers;
}

/** A folder that cannot be read. */
export interface DamagedRun {
  name: string;
  problem: string;
}

/** The sweep that listed runs belong to. */
export interface ListedSweep {
  about: string;
  /** How many runs are waiting, running, stopped, done and failed. */
  states: Record<string, number>;
  steps: number;
  /** Control steps of all runs at the end. */
  planned: number;
  /** Why runs failed, by name. */
  failures: Record<string, string>;
}

/** A curve over seeds with its 95 % interval. */
export interface ComparedLine extends Band {
  at: number[];
}

/** Where the seeds of a group ended, with the 95 % interval of their middle. */
export interface ComparedEnd {
  seeds: Numbers;
  middle: number | null;
  low: number | null;
  high: number | null;
}

/** Runs that differ only in their seeds. */
export interface ComparedGroup {
  name: string;
  runs: string[];
  /** By which fitness and against what. */
  curves: Record<string, Record<string, ComparedLine>>;
  ends: Record<string, ComparedEnd>;
}

/** All that the page of a comparison shows. */
export interface ComparedData {
  format: number;
  task: string;
  about: string;
  budget: string;
  notes: string[];
  curves: string[];
  axes: string[];
  groups: ComparedGroup[];
  group_table: string[][];
  group_notes: string[];
  run_table: string[][];
}
