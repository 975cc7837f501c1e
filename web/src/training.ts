// The page of a training run: the best species moving, every number as it learned, all species, the settings.
// src/nge/report/training_page.py is the other side. `update` shows newer data in place.

import { aboutRun, ofLimit, type Origin } from "./about";
import { Plot } from "./charts";
import { bodyOf, type Bodies, type Episode, type Evaluated, type Part } from "./data";
import { count, duration, fine, h, number, plural, titled } from "./dom";
import { banded, Choice, key } from "./lines";
import { Player } from "./player";
import { Table } from "./table";
import { thumbnail } from "./thumb";

interface Trainee {
  body: string;
  seed: number;
  parts: number;
  /** Mean return of its last whole episodes of training, and how many these are. */
  last: number | null;
  episodes: number;
}

interface Line {
  name: string;
  species: number[];
  numbers: Record<string, { middle: (number | null)[]; low: (number | null)[]; high: (number | null)[] }>;
}

export interface TrainingData extends Bodies {
  format: number;
  run: Origin & {
    policy: string;
    goal: number;
    max_steps: number | null;
    steps_per_update: number;
    done: boolean;
    checkpoint: number;
    spent: { updates: number; steps: number; seconds: number };
    floor: boolean;
  };
  species: Trainee[];
  ranked: number[];
  evaluations: Evaluated[];
  window: number;
  axes: Record<string, number[]>;
  lines: Line[];
  episodes: Record<string, Episode>;
}

type Recorder = (id: number) => Promise<Episode | null>;

/** What is shown of every number: its name, its axis with the unit, and what it means. */
const NUMBERS: Record<string, [name: string, axis: string, about: string]> = {
  mean_return: ["return", "return (sum of rewards)", "Mean undiscounted return of the whole training episodes that ended, actions sampled."],
  reward: ["reward", "reward per control step", "Mean reward over all copies and control steps."],
  kl: ["KL", "KL divergence (nat)", "How far an update moved the policy’s actions from those of its rollout; the learning rate follows it."],
  policy_loss: ["policy loss", "policy loss", "What the policy minimises, in the last pass of an update."],
  value_loss: ["value loss", "value loss (scaled returns, squared)", "Half the squared error of the critic, in the last pass of an update."],
  clipped: ["clipped", "share of actions (0 to 1)", "Share of actions whose ratio was beyond the clip, in the last pass of an update."],
  std: ["std", "std of actions (command)", "Standard deviation of the actions during the rollout, mean over motors."],
  rate: ["learning rate", "learning rate", "Learning rate of an update."],
  explained: ["explained", "share of variance (up to 1)", "Share of the variance of the returns that the critic predicted before it learned from them; 0 is no better than a constant."],
  gradient: ["gradient", "length of the gradient", "Length of the policy’s gradient before it is shortened, in the last pass of an update."],
};
const AXES: Record<string, string> = { "control steps": "control steps of each species", hours: "hours of work" };
const PATIENCE = 30_000; // ms that an episode is shown at least before that of newer weights takes its place

/** Whether data is of a training run. */
export function trains<T extends { run: object }>(data: T | TrainingData): data is TrainingData {
  return "policy" in data.run;
}

export class TrainingPage {
  readonly element: HTMLElement;
  private readonly title = h("h1");
  private readonly summary = h("p.summary");
  private readonly name = h("a.name", { href: "#best" });
  private readonly hero: Hero;
  private readonly learning: Curves;
  private readonly table = new Table(
    "species",
    [
      { title: "", name: null },
      { title: "Species" },
      { title: "Last return", numeric: true },
      { title: "Mean actions", numeric: true },
      { title: "Sampled actions", numeric: true },
      { title: "Speed", name: "Speed (m/s)", numeric: true },
      { title: "Episodes", numeric: true },
      { title: "Parts", numeric: true },
    ],
    ".leaders.trained",
  );
  private readonly content = h("div.about-run");
  private readonly bodies = new Map<number, Part[]>();
  private data: TrainingData;

  constructor(data: TrainingData, recorder: Recorder, tools: HTMLElement[]) {
    this.data = data;
    const [first, ...others] = Object.keys(data.lines[0].numbers);
    this.hero = new Hero(recorder, (id) => this.body(id), [first]);
    this.learning = new Curves("How it learned", others);
    this.element = h(
      "div.report",
      {},
      h("div.bar-top", {}, this.name, h("nav.contents", { "aria-label": "sections" }, h("a", { href: "#best" }, "Best"), h("a", { href: "#species" }, "Species"), h("a", { href: "#learning" }, "Learning"), h("a", { href: "#run" }, "Run")), tools),
      h("header.top", {}, this.title, this.summary),
      h(
        "main",
        {},
        this.hero.element,
        h(
          "section.part",
          { id: "species" },
          titled("Species", this.table.csv),
          h("p.lead", {}, "Click one to see it move. The last return is the mean of the last whole training episodes; the others are fresh episodes after training, where they were run: mean ± standard deviation from episode to episode."),
          this.table.element,
        ),
        h("section.part", { id: "learning" }, this.learning.element),
        h("section.part", { id: "run" }, h("h2", {}, "What was run"), this.content),
      ),
      h("footer", {}, "Made by ", h("b", {}, "nge"), ", Neural Graph Evolution. Returns are higher when better, always."),
    );
    addEventListener("hashchange", () => {
      this.showChosen();
      if (location.hash.startsWith("#species-")) this.hero.element.scrollIntoView();
    });
  }

  /** Called once the page is in the document. */
  begin(data: TrainingData): void {
    this.update(data);
  }

  update(data: TrainingData): void {
    this.data = data;
    const { run, species } = data;
    const { updates, steps, seconds } = run.spent;
    const task = run.task[0].toUpperCase() + run.task.slice(1);
    this.name.textContent = run.name;
    this.title.textContent = `${task} with policy ${run.policy}: ${whom(species)}`;
    this.summary.replaceChildren(
      ...[
        run.task_about,
        `${ofLimit(updates, run.goal, count)} ${run.goal === 1 ? "update" : "updates"}`,
        `${count(steps)} control steps of each species`,
        `${duration(seconds)} of work`,
        seconds && `${count((steps * species.length) / seconds)} control steps/s`,
        run.started.slice(0, 10),
      ].filter(Boolean).map((text) => h("span", {}, text as string)),
    );
    this.learning.show(data);
    for (const one of this.element.querySelectorAll<HTMLElement>("#learning, [href='#learning'], .hero .curve")) one.hidden = !updates;
    this.showChosen();
    this.content.replaceChildren(
      ...aboutRun(
        run,
        "Training",
        [["Policy", run.policy], ["Trained", whom(species)]],
        [
          ["Updates", ofLimit(updates, run.goal, count)],
          ["Control steps", `${ofLimit(steps, run.max_steps, count)}, each species`],
          ["Work", duration(seconds)],
          ["Last checkpoint", run.checkpoint ? `update ${count(run.checkpoint)}` : "none yet"],
          ["State", run.done ? "finished" : "not at its goal"],
        ],
        "policy",
      ),
    );
  }

  /** Take on the colours of the theme. */
  furnish(): void {
    this.hero.furnish();
    this.learning.furnish();
  }

  /** Put the species that the address names on the stage, else the best. */
  private showChosen(): void {
    const named = Number(/^#species-(\d+)$/.exec(location.hash)?.[1] ?? NaN);
    const id = named in this.data.species ? named : this.data.ranked[0];
    this.hero.show(this.data, id);
    this.showTable(id);
  }

  private showTable(shown: number): void {
    const { species, evaluations, lines, ranked } = this.data;
    const returned = (one: Evaluated | undefined) => h("td.number", {}, one ? [number(one.mean), h("span.spread", {}, ` ± ${number(one.spread)}`)] : "—");
    this.table.show(
      ranked.map((id, place) => {
        const [one, fresh, sampled] = [species[id], ...[false, true].map((drawn) => evaluations.find((row) => row.species === id && row.sampled === drawn))] as const;
        const draw = () => h(
          `tr${id === shown ? ".winner" : ""}`,
          { onclick: () => (location.hash = `species-${id}`), "aria-current": id === shown && "true" },
          h("td.picture", {}, thumbnail({ body: (row) => this.body(row), data: this.data }, id, 60, 44)),
          h("td", {}, lines.length > 1 && key(lines.findIndex((line) => line.species.includes(id))), h("a", { href: `#species-${id}` }, called(one)), place === 0 && one.last !== null && ranked.length > 1 && h("span.tag.winner", {}, "best")),
          h("td.number", {}, number(one.last)),
          returned(fresh),
          returned(sampled),
          h("td.number", {}, fresh ? `${number(fresh.speed)} m/s` : "—"),
          h("td.number", {}, fresh ? `${fresh.episodes} of each` : "—"),
          h("td.number", {}, String(one.parts)),
        );
        return { values: [null, called(one), one.last, fresh?.mean ?? null, sampled?.mean ?? null, fresh?.speed ?? null, fresh?.episodes ?? null, one.parts], draw };
      }),
    );
  }

  private body(id: number): Part[] {
    if (!this.bodies.has(id)) this.bodies.set(id, bodyOf(this.data, id));
    return this.bodies.get(id)!;
  }
}

/** Name a species. */
function called({ body, seed }: Trainee): string {
  return `${body}, seed ${seed}`;
}

/** Say who was trained: bodies and seeds. */
function whom(species: Trainee[]): string {
  if (species.length === 1) return called(species[0]);
  const [bodies, seeds] = [new Set(species.map((one) => one.body)), new Set(species.map((one) => one.seed))];
  const all = bodies.size * seeds.size === species.length;
  return all ? `${plural(bodies.size, "body", "bodies")} × ${plural(seeds.size, "seed")}` : `${species.length} species`;
}

class Hero {
  readonly element: HTMLElement;
  private readonly player = new Player();
  private readonly facts = h("dl.figures");
  private readonly curves: Curves;
  private shown = "";
  private since = 0;

  constructor(
    private readonly recorder: Recorder,
    private readonly body: (id: number) => Part[],
    numbers: string[],
  ) {
    this.curves = new Curves("Return", numbers);
    this.curves.plot.element.classList.add("fitness-plot");
    this.element = h("section.hero", { id: "best" }, h("div.hero-stage", {}, this.player.element), h("div.hero-side", {}, this.facts, this.curves.element));
  }

  show(data: TrainingData, id: number): void {
    const { run, species, evaluations, ranked } = data;
    const one = species[id];
    const fresh = evaluations.find((row) => row.species === id && !row.sampled);
    this.curves.show(data);
    const figure = (name: string, value: string, about: string) => h("div", {}, h("dt", {}, name), h("dd", {}, value), h("dd.about", {}, about));
    this.facts.replaceChildren(
      fresh ? figure("Return", number(fresh.mean), `± ${number(fresh.spread)} (standard deviation), ${plural(fresh.episodes, "fresh episode")}`) : figure("Last return", number(one.last), one.episodes ? `mean of ${plural(one.episodes, "episode")}` : "no whole episode yet"),
      fresh ? figure("Speed", `${number(fresh.speed)} m/s`, "straight, start to end") : figure("Updates", count(run.spent.updates), `of ${count(run.goal)}`),
      figure("Parts", String(one.parts), "torso included"),
      figure("Seed", String(one.seed), `body ${one.body}`),
    );
    const now = `${run.started} ${id} ${run.checkpoint}`;
    const other = !this.shown.startsWith(`${run.started} ${id} `);
    if (now === this.shown || (!other && performance.now() - this.since < PATIENCE)) return;
    [this.shown, this.since] = [now, performance.now()];
    const best = id === ranked[0] && one.last !== null && ranked.length > 1 ? (run.done ? ", the best" : ", the best so far") : "";
    const stage = { body: this.body(id), floor: run.floor, label: called(one) + best };
    if (other) this.player.show({ ...stage, still: run.checkpoint ? "At rest; its episode is being recorded …" : "At rest until the first checkpoint." });
    if (!run.checkpoint) return;
    void this.recorder(id).then(
      (episode) => {
        if (this.shown === now && (episode || other)) this.player.show({ ...stage, episode, still: "At rest: no episode was recorded." });
      },
      () => undefined,
    );
  }

  furnish(): void {
    this.player.furnish();
    this.curves.furnish();
  }
}

/** Numbers as they changed: which one, and against what. */
class Curves {
  readonly element: HTMLElement;
  readonly plot = new Plot();
  private readonly note = h("p.note");
  private readonly which: Choice;
  private readonly axis: Choice;
  private data: TrainingData | null = null;

  constructor(title: string, private readonly numbers: string[]) {
    this.which = new Choice("number", numbers.map((name) => NUMBERS[name]?.[0] ?? name), () => this.furnish());
    this.axis = new Choice("horizontal axis", Object.keys(AXES), () => this.furnish());
    this.element = h("div.curve", {}, h("div.curve-head", {}, h("h2", {}, title), h("div.choices", {}, numbers.length > 1 && this.which.element, this.axis.element, this.plot.csv)), this.plot.element, numbers.length > 1 && this.note);
  }

  show(data: TrainingData): void {
    this.data = data;
    this.furnish();
  }

  furnish(): void {
    if (!this.data?.run.spent.updates) return;
    const { axes, lines, species, window } = this.data;
    const which = this.numbers.find((name) => (NUMBERS[name]?.[0] ?? name) === this.which.chosen)!;
    const [name, unit, about] = NUMBERS[which] ?? [which, which, ""];
    const axis = this.axis.chosen;
    const seeds = Math.max(...lines.map((line) => line.species.length));
    this.note.textContent = [
      about,
      window > 1 && `A point is the mean of ${window} updates.`,
      seeds > 1 && `Lines are ${seeds > 3 ? "interquartile means" : "means"} over the seeds of a body, bands reach from the lowest to the highest seed.`,
    ].filter(Boolean).join(" ");
    this.plot.show({
      xLabel: AXES[axis],
      xShort: axis,
      yLabel: unit,
      label: `${name} against ${axis}`,
      spent: true,
      height: this.numbers.length > 1 ? Math.round(Math.min(520, Math.max(280, 0.45 * innerHeight))) : undefined,
      format: fine,
      ...banded(lines.map((line) => ({ label: line.species.length > 1 ? `${line.name}, ${line.species.length > 3 ? "middle" : "mean"} of ${line.species.length} seeds` : called(species[line.species[0]]), at: axes[axis], ...line.numbers[which] }))),
    });
  }
}
