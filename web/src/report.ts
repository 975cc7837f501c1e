// The page of a run, from the winner down to the settings. `update` shows newer data in place, and sections
// that have nothing to show hide: where given bodies are trained there is no tree and no mutation.

import { aboutRun, ofLimit } from "./about";
import { faint, Plot } from "./charts";
import { Model, type Species } from "./data";
import { colour, count, duration, h, number, operatorName, plural, signed, titled } from "./dom";
import { LearningCurves, OTHERS, RETURN } from "./learning";
import { Choice, key } from "./lines";
import type { RunData } from "./schema";
import { describe, flagTags, SpeciesPanel, winnerTag } from "./species";
import { Stage, type Source } from "./stage";
import { Table } from "./table";
import { thumbnail } from "./thumb";
import { Tree } from "./tree";

const LEADERS = 20;
const FAMILIES = 7; // topologies with a colour of their own

/** A part of the page that can show newer data. */
interface Section {
  element: HTMLElement;
  show(model: Model): void;
  furnish?(): void;
}

export class Report {
  readonly element = h("div.report");
  private model: Model;
  private readonly panel: SpeciesPanel;
  private readonly sections: Section[];
  private readonly title = h("h1");
  private readonly summary = h("p.summary");
  private readonly name = h("a.name", { href: "#winner" });

  constructor(data: RunData, source: Source, tools: HTMLElement[]) {
    this.model = new Model(data);
    this.panel = new SpeciesPanel(this.model, source);
    this.sections = [
      new Hero(source),
      new Line(),
      new Genealogy(),
      new Diversity(),
      new Leaderboard(),
      new Learning(),
      new Mutations(),
      new Predictions(),
      new Failures(),
      new About(),
    ];
    const links = this.sections.map(({ element }) =>
      element.id ? h("a", { href: `#${element.id}` }, element.dataset.short ?? "") : null,
    );
    this.element.append(
      h("div.bar-top", {}, this.name, h("nav.contents", { "aria-label": "sections" }, links), tools),
      h("header.top", {}, this.title, this.summary),
      h("main", {}, this.sections.map((section) => section.element)),
      h("footer", {}, "Made by ", h("b", {}, "nge"), ", Neural Graph Evolution. Fitness and returns are higher when better, always."),
      this.panel.element,
    );
    addEventListener("hashchange", () => this.route());
    addEventListener("popstate", () => this.route());
  }

  update(data: RunData): void {
    this.model = new Model(data);
    const { run } = data;
    this.name.textContent = run.name;
    const task = run.task[0].toUpperCase() + run.task.slice(1);
    this.title.textContent = `${task}: ${run.task_about}`;
    this.summary.replaceChildren(
      ...[
        ...(this.model.evolves
          ? [run.method, `seed ${run.seed}`, `${plural(run.spent.generations, "generation")}${sizes(data)}`, `${count(run.spent.steps)} control steps`]
          : [`policy ${run.policy}`, whom(this.model.species), `${ofLimit(run.spent.updates, run.limits.updates, count)} ${run.limits.updates === 1 ? "update" : "updates"}`, `${count(run.spent.steps / run.size)} control steps of each species`]),
        `${duration(run.spent.seconds)} of work`,
        run.spent.seconds && `${count(run.spent.steps / run.spent.seconds)} control steps/s`,
        run.started.slice(0, 10),
      ].filter(Boolean).map((text) => h("span", {}, text as string)),
    );
    this.panel.update(this.model);
    this.element.classList.toggle("empty", data.winner === null);
    for (const section of this.sections) {
      section.show(this.model);
      const link = this.element.querySelector<HTMLElement>(`.contents a[href="#${section.element.id}"]`);
      if (link) link.hidden = section.element.hidden || (data.winner === null && section.element.id !== "run");
    }
  }

  /** Called once the page is in the document. */
  begin(data: RunData): void {
    this.update(data);
    this.route();
  }

  /** Take on the colours of the theme. */
  furnish(): void {
    for (const section of this.sections) section.furnish?.();
    this.panel.furnish();
  }

  private route(): void {
    const found = /^#species-(\d+)$/.exec(location.hash);
    if (found) this.panel.show(Number(found[1]));
    else this.panel.close();
  }
}

function open(id: number): void {
  location.hash = `species-${id}`;
}

/** How many species generations have; a race begins with many and ends with few. */
function sizes({ run, generations }: RunData): string {
  const last = generations.at(-1)?.families.reduce((sum, [, count]) => sum + count, 0) ?? run.size;
  return last === run.size ? ` of ${run.size} species` : `, the first of ${run.size} species, the last of ${last}`;
}

/** Say who is trained: bodies and seeds. */
function whom(species: Species[]): string {
  if (species.length === 1) return species[0].label;
  const [bodies, seeds] = [new Set(species.map((one) => one.name)), new Set(species.map((one) => one.seed))];
  const all = bodies.size * seeds.size === species.length;
  return all ? `${plural(bodies.size, "body", "bodies")} × ${plural(seeds.size, "seed")}` : `${species.length} species`;
}

function section(id: string, short: string, title: string, lead: string, tool: HTMLElement | null, ...content: HTMLElement[]): HTMLElement {
  return h("section.part", { id, "data-short": short }, titled(title, tool), lead && h("p.lead", {}, lead), content);
}

// --- the winner -----------------------------------------------------------------------------

class Hero implements Section {
  readonly element: HTMLElement;
  private readonly stage: Stage;
  private readonly facts = h("dl.figures");
  private readonly fitness = new FitnessCurve();
  private readonly returns = new LearningCurves("Return", [RETURN]);

  constructor(source: Source) {
    this.stage = new Stage(source);
    for (const { plot } of [this.fitness, this.returns]) plot.element.classList.add("fitness-plot");
    this.element = h(
      "section.hero",
      { id: "winner", "data-short": "Best" },
      h("div.hero-stage", {}, this.stage.player.element),
      h("div.hero-side", {}, this.facts, this.fitness.element, this.returns.element),
    );
  }

  show(model: Model): void {
    this.fitness.show(model);
    this.returns.show(model);
    const { winner, evolves } = model;
    if (!winner) return;
    const { run } = model.data;
    const fresh = model.fresh(winner.id);
    const figure = (name: string, value: string, about: string) => h("div", {}, h("dt", {}, name), h("dd", {}, value), h("dd.about", {}, about));
    const spread = (deviation: number | null, episodes: string) => `± ${number(deviation)} (standard deviation), ${episodes}`;
    this.facts.replaceChildren(
      fresh
        ? figure("Return", number(fresh.mean), spread(fresh.spread, plural(fresh.episodes, "fresh episode")))
        : evolves
          ? figure("Fitness", number(winner.fitness), spread(winner.spread, plural(winner.episodes, "episode")))
          : figure("Recent return", number(winner.recentReturn), winner.recentEpisodes ? `mean of ${plural(winner.recentEpisodes, "episode")}` : "no whole episode yet"),
      fresh
        ? figure("Speed", `${number(fresh.speed)} m/s`, "straight, start to end")
        : evolves
          ? figure("Species", String(winner.id), "of " + count(model.species.length))
          : figure("Updates", count(run.spent.updates), `of ${count(run.limits.updates!)}`),
      figure("Parts", String(winner.parts), "torso included"),
      evolves ? figure("Born in generation", String(winner.born), `after ${plural(mutationsOf(model), "mutation")}`) : figure("Seed", String(winner.seed), `body ${winner.name}`),
    );
    const best = evolves ? ", the winner" : model.species.length > 1 && run.spent.updates ? ", the best" : "";
    this.stage.show(model, winner.id, winner.label + (best && !run.done ? ", the best so far" : best));
  }

  furnish(): void {
    this.stage.player.furnish();
    this.fitness.furnish();
    this.returns.furnish();
  }
}

class FitnessCurve {
  readonly element: HTMLElement;
  readonly plot = new Plot();
  private readonly axis = new Choice("horizontal axis", ["generations", "control steps"], () => this.furnish());
  private model: Model | null = null;

  constructor() {
    this.element = h("div.curve", {}, h("div.curve-head", {}, h("h2", {}, "Fitness"), h("div.choices", {}, this.axis.element, this.plot.csv)), this.plot.element);
  }

  show(model: Model): void {
    this.model = model;
    this.element.hidden = !model.evolves;
    this.furnish();
  }

  furnish(): void {
    if (!this.model || this.element.hidden) return;
    const { generations } = this.model.data;
    const byNumber = this.axis.chosen === "generations";
    const [best, middle] = [colour("winner"), colour("living")];
    const quantile = (index: number) => generations.map((one) => one.quantiles[index]);
    const edge = (label: string, index: number) => ({ label, values: quantile(index), colour: faint(middle, 0), quiet: true, width: 0 });
    this.plot.show({
      x: generations.map((one) => (byNumber ? one.number : one.steps)),
      xLabel: byNumber ? "generation" : "control steps of all species",
      xShort: byNumber ? "generation" : "steps",
      yLabel: "fitness (sum of rewards)",
      label: "Best, median and quantiles of fitness",
      series: [
        edge("90 %", 4),
        edge("10 %", 0),
        edge("75 %", 3),
        edge("25 %", 1),
        { label: "median", values: quantile(2), colour: middle },
        { label: "best", values: generations.map((one) => one.best), colour: best, width: 2.5 },
      ],
      bands: [
        { between: [0, 1], fill: faint(middle, 0.18), label: "10 to 90 %" },
        { between: [2, 3], fill: faint(middle, 0.3), label: "25 to 75 %" },
      ],
    });
  }
}

class Learning implements Section {
  private readonly curves = new LearningCurves("How it learned", OTHERS);
  readonly element = h("section.part", { id: "learning", "data-short": "Learning" }, this.curves.element);

  show(model: Model): void {
    this.curves.show(model);
    this.element.hidden = this.curves.element.hidden;
  }

  furnish(): void {
    this.curves.furnish();
  }
}

// --- the winner's line ------------------------------------------------------------------------

class Line implements Section {
  private readonly strip = h("ol.strip");
  private readonly steps = new Table("mutations of the winner’s line", [
    { title: "Species" },
    { title: "Generation", numeric: true },
    { title: "Mutation" },
    { title: "Gain over its parent", numeric: true },
    { title: "Last fitness", numeric: true },
  ]);
  private readonly lead = h("p.lead");
  readonly element = h(
    "section.part",
    { id: "line", "data-short": "Line" },
    h("h2", {}, "How the winner came about"),
    this.lead,
    this.strip,
    h(
      "details",
      {},
      h("summary", {}, "Every mutation of the line"),
      h("p.note", {}, "The gain is the first fitness of a species less its parent’s in the generation before."),
      this.steps.element,
      this.steps.csv,
    ),
  );

  show(model: Model): void {
    const { line, shown } = model.data;
    this.element.hidden = line.length === 0 || !model.evolves;
    this.lead.textContent =
      line.length === 1
        ? "The winner is one of the first bodies: no mutation has led to it."
        : `${plural(mutationsOf(model), "mutation")} led from ${model.species[line[0]]?.operator === "given" ? "the given" : "a random"} body to the winner${shown.length < line.length ? `; ${shown.length} of the ${line.length} bodies are shown` : ""}. Below each: its last fitness and the generation it was born in.`;
    this.strip.replaceChildren(
      ...shown.map((id, index) => {
        const one = model.species[id];
        const between = index ? line.slice(line.indexOf(shown[index - 1]) + 1, line.indexOf(id) + 1) : [];
        return h(
          `li${id === model.data.winner ? ".winner" : ""}`,
          {},
          index > 0 && h("p.change", {}, between.length === 1 ? describe(model, one) : summed(between.map((step) => model.species[step]))),
          h(
            "button.card",
            { type: "button", onclick: () => open(id), "aria-label": `species ${id}` },
            thumbnail(model, id, 128, 92),
            h("span.fitness", {}, one.fitness === null ? "failed" : number(one.fitness)),
            h("span.about", {}, `species ${id}, gen. ${one.born}`),
          ),
        );
      }),
    );
    this.steps.show(
      line.map((id) => {
        const one = model.species[id];
        const [gain, what] = [model.gain(id), describe(model, one)];
        return {
          values: [id, one.born, what, gain, one.fitness],
          draw: () =>
            h("tr", {}, h("td", {}, h("a", { href: `#species-${id}` }, String(id))), h("td.number", {}, String(one.born)), h("td", {}, what), h("td.number", {}, signed(gain)), h("td.number", {}, number(one.fitness))),
        };
      }),
    );
  }
}

/** How many steps of the winner's line changed the body. */
function mutationsOf({ data, species }: Model): number {
  return data.line.filter((id) => species[id].operator !== "relearn").length - 1;
}

/** Several mutations in a few words. */
function summed(steps: Species[]): string {
  const counts = new Map<string, number>();
  for (const { operator } of steps) counts.set(operator, (counts.get(operator) ?? 0) + 1);
  const words = [...counts].map(([name, times]) => (times > 1 ? `${times}\u00a0×\u00a0${operatorName(name)}` : operatorName(name)));
  return words.join(", ");
}

class Genealogy implements Section {
  private readonly tree = new Tree(open);
  readonly element = section(
    "tree",
    "Tree",
    "All species",
    "Time runs to the right. A line is a life; it branches where a child was born. The number is the species’ last fitness.",
    null,
    this.tree.element,
  );

  show(model: Model): void {
    this.element.hidden = model.species.length === 0 || !model.evolves;
    if (!this.element.hidden) this.tree.show(model);
  }

  furnish(): void {
    if (!this.element.hidden) this.tree.draw();
  }
}

// --- diversity ----------------------------------------------------------------------------------

class Diversity implements Section {
  private readonly shares = new Plot();
  private readonly alive = new Plot();
  private readonly key = h("ul.families");
  private model: Model | null = null;
  readonly element: HTMLElement;

  constructor() {
    this.element = section(
      "diversity",
      "Diversity",
      "Diversity",
      "Species with the same tree of parts are one topology. A search that ends in one of them has stopped exploring.",
      null,
      h(
        "div.pair",
        {},
        h("div", {}, h("div.titled", {}, h("h3", {}, "Shares of topologies"), this.shares.csv), this.shares.element, this.key),
        h("div", {}, h("div.titled", {}, h("h3", {}, "Topologies alive"), this.alive.csv), this.alive.element),
      ),
    );
  }

  show(model: Model): void {
    this.model = model;
    this.furnish();
  }

  furnish(): void {
    if (!this.model) return;
    const { generations, run } = this.model.data;
    this.element.hidden = generations.length === 0 || !this.model.evolves;
    if (this.element.hidden) return;
    const totals = new Map<number, number>();
    for (const one of generations) for (const [family, size] of one.families) totals.set(family, (totals.get(family) ?? 0) + size);
    const own = this.model.winner?.topology ?? -1;
    const largest = [...totals].sort((a, b) => b[1] - a[1]).map(([family]) => family);
    const named = [own, ...largest.filter((family) => family !== own)].filter((family) => family >= 0).slice(0, FAMILIES);
    const hues = named.map((_, index) => colour(`family-${index}`));
    const tables = generations.map((one) => new Map(one.families));
    const sizes = generations.map((one) => one.families.reduce((sum, [, size]) => sum + size, 0));
    // Each area is drawn from its upper edge down, the topmost first.
    const tops: number[][] = [];
    let below = generations.map(() => 0);
    for (const family of named) {
      below = below.map((sum, i) => sum + (100 * (tables[i].get(family) ?? 0)) / sizes[i]);
      tops.push(below);
    }
    const x = generations.map((one) => one.number);
    this.shares.show({
      x,
      xLabel: "generation",
      yLabel: "share of species (%)",
      range: [0, 100],
      height: 250,
      label: "Shares of topologies",
      silent: true,
      format: (value) => `${Math.round(value)} %`,
      series: [
        { label: "others", values: x.map(() => 100), colour: colour("line"), fill: colour("others"), width: 0 },
        ...tops.map((values, index) => ({ label: this.name(named[index]), values, colour: colour("surface"), fill: hues[index], width: 1 })).reverse(),
      ],
    });
    const others = largest.length > named.length ? h("li.others", {}, h("i", { style: `background:${colour("others")}` }), `${plural(largest.length - named.length, "other")}`) : "";
    const sample = (family: number) => this.model!.ranked.find((one) => one.topology === family)?.id ?? this.model!.species.find((one) => one.topology === family)!.id;
    this.key.replaceChildren(
      ...named.map((family, index) =>
        h(
          "li",
          {},
          h("button", { type: "button", onclick: () => open(sample(family)), "aria-label": `${this.name(family)}: its fittest species` }, h("i", { style: `background:${hues[index]}` }), thumbnail(this.model!, sample(family), 52, 40), h("span", {}, this.name(family), family === own ? h("b", {}, " winner’s") : "")),
        ),
      ),
      others,
    );
    this.alive.show({
      x,
      xLabel: "generation",
      yLabel: "topologies",
      range: [0, Math.max(2, ...generations.map((one) => one.topologies)) * 1.1],
      height: 250,
      label: `Topologies alive among ${run.size} species`,
      silent: true,
      whole: true,
      series: [{ label: "topologies", values: generations.map((one) => one.topologies), colour: colour("living") }],
    });
  }

  private name(family: number): string {
    const parts = this.model!.species.find((one) => one.topology === family)?.parts ?? 0;
    return `${plural(parts, "part")} · ${this.model!.data.topologies[family].slice(0, 4)}`;
  }
}

// --- tables -------------------------------------------------------------------------------------

class Leaderboard implements Section {
  private readonly table = new Table(
    "leaderboard",
    [
      { title: "", name: null },
      { title: "Species" },
      { title: "Fitness", numeric: true, optional: true },
      { title: "Mean actions", numeric: true, optional: true, about: "return in fresh episodes after training" },
      { title: "Recent return", numeric: true, optional: true, about: "mean of the last whole training episodes" },
      { title: "Sampled actions", numeric: true, optional: true, wide: true, about: "return in fresh episodes after training" },
      { title: "Speed", name: "Speed (m/s)", numeric: true, optional: true, wide: true, about: "straight, start to end, mean actions" },
      { title: "Fresh episodes", numeric: true, optional: true, wide: true },
      { title: "Parts", numeric: true, wide: true },
      { title: "Lived", name: "Born in generation", numeric: true, optional: true, wide: true },
      { title: "Came by", optional: true, wide: true },
      { title: "Flags", optional: true, wide: true, about: "signs that fitness comes from the simulation or presses against a bound" },
    ],
    ".leaders",
  );
  private readonly more = h("button.small", { type: "button", onclick: () => this.show(this.model!, this.shown + 80) });
  private model: Model | null = null;
  private shown = LEADERS;
  readonly element = section(
    "leaderboard",
    "Leaderboard",
    "Leaderboard",
    "The best first: in fresh episodes with mean actions, where they were run, else in training, where the largest of many noisy means is partly luck. ± is the standard deviation from episode to episode. Click one to see it move.",
    this.table.csv,
    this.table.element,
    this.more,
  );

  show(model: Model, amount = this.shown): void {
    this.model = model;
    this.shown = amount;
    this.element.hidden = model.ranked.length === 0;
    const { winner, updates: { lines } } = model.data;
    const returned = (mean: number | null | undefined, spread: number | null | undefined) => h("td.number", {}, mean == null ? "—" : [number(mean), h("span.spread", {}, ` ± ${number(spread)}`)]);
    this.table.show(
      model.ranked.map((one) => {
        const [fresh, sampled, evolved] = [model.fresh(one.id), model.fresh(one.id, true), one.name === null];
        const draw = () => h(
          `tr${one.id === winner ? ".winner" : ""}`,
          { onclick: () => open(one.id) },
          h("td.picture", {}, thumbnail(model, one.id, 60, 44)),
          h("td", {}, lines.length > 1 && key(lines.findIndex((line) => line.species.includes(one.id))), h("a", { href: `#species-${one.id}` }, evolved ? String(one.id) : one.label), one.id === winner && model.ranked.length > 1 && winnerTag(model)),
          returned(one.fitness, one.spread),
          returned(fresh?.mean, fresh?.spread),
          h("td.number", {}, number(one.recentReturn)),
          returned(sampled?.mean, sampled?.spread),
          h("td.number", {}, fresh ? `${number(fresh.speed)} m/s` : "—"),
          h("td.number", {}, fresh ? `${fresh.episodes} of each` : "—"),
          h("td.number", {}, String(one.parts)),
          h("td.number", {}, one.last > one.born ? `${one.born}–${one.last}` : String(one.born)),
          h("td", {}, operatorName(one.operator)),
          h("td", {}, one.flags === null ? "not measured" : flagTags(one.flags)),
        );
        const flags = one.flags?.map(([name]) => name).join(" ") ?? null;
        return { values: [null, evolved ? one.id : one.label, one.fitness, fresh?.mean ?? null, one.recentReturn, sampled?.mean ?? null, fresh?.speed ?? null, fresh?.episodes ?? null, one.parts, evolved ? one.born : null, evolved ? operatorName(one.operator) : null, flags], draw };
      }),
      amount,
    );
    this.more.hidden = amount >= model.ranked.length;
    this.more.textContent = `Show more of ${count(model.ranked.length)}`;
  }
}

class Mutations implements Section {
  private readonly table = new Table(
    "mutations",
    ["Operator", "Proposed", "Children", "Better than parent", "Median gain", "Line lives on", "In winner’s line"].map((title, i) => ({ title, name: i === 3 || i === 5 ? `${title} (%)` : title, numeric: i > 0 })),
    ".operators",
  );
  readonly element = section(
    "mutations",
    "Mutations",
    "Mutations",
    "What each operator proposed, what was admitted, and how the children did: better than their parent at the time, how much so, and whether their line lives on.",
    this.table.csv,
    this.table.element,
  );

  show(model: Model): void {
    const proposed = new Map<string, number>();
    for (const one of model.data.generations) for (const [name, amount] of Object.entries(one.proposed)) proposed.set(name, (proposed.get(name) ?? 0) + amount);
    const names = [...new Set([...proposed.keys(), ...model.data.operators])].filter((name) => name !== "random" && name !== "given").sort();
    this.element.hidden = names.length === 0;
    this.table.show(
      names.map((name) => {
        const children = model.species.filter((one) => one.operator === name && one.parent !== null);
        const gains = children.map((one) => model.gain(one.id)).filter((gain) => gain !== null).sort((a, b) => a - b);
        const better = gains.filter((gain) => gain > 0).length;
        const lives = children.filter((one) => model.kept[one.id]).length;
        const [middle, line] = [gains.length ? gains[Math.floor(gains.length / 2)] : null, children.filter((one) => model.inLine.has(one.id)).length];
        const percent = (some: number, all: number) => (all ? (100 * some) / all : null);
        return {
          values: [operatorName(name), proposed.get(name) ?? 0, children.length, percent(better, gains.length), middle, percent(lives, children.length), line],
          draw: () =>
            h(
              "tr",
              {},
              h("th", {}, operatorName(name)),
              h("td.number", {}, count(proposed.get(name) ?? 0)),
              h("td.number", {}, count(children.length)),
              h("td.number", {}, share(better, gains.length)),
              h("td.number", {}, signed(middle)),
              h("td.number", {}, share(lives, children.length)),
              h("td.number", {}, String(line)),
            ),
        };
      }),
    );
  }
}

function share(some: number, all: number): HTMLElement {
  if (!all) return h("span", {}, "—");
  const percent = Math.round((100 * some) / all);
  return h("span.bar", { style: `--share:${percent}%`, title: `${some} of ${all}` }, `${percent} %`);
}

class Predictions implements Section {
  private readonly plot = new Plot();
  private model: Model | null = null;
  readonly element = section(
    "predictions",
    "Predictions",
    "How well children were predicted",
    "Rank correlation between what was expected of the children of a generation and what they scored: 1 orders them rightly, 0 is chance. The line is the mean of nine generations.",
    this.plot.csv,
    this.plot.element,
  );

  show(model: Model): void {
    this.model = model;
    this.furnish();
  }

  furnish(): void {
    if (!this.model) return;
    const { generations } = this.model.data;
    const values = generations.map((one) => one.skill);
    this.element.hidden = values.every((value) => value === null);
    if (this.element.hidden) return;
    const first = values.findIndex((value) => value !== null); // before it nothing was predicted
    const smooth = values.map((_, at) => {
      if (at < first) return null;
      const near = values.slice(Math.max(0, at - 4), at + 5).filter((value) => value !== null);
      return near.length ? near.reduce((sum, value) => sum + value, 0) / near.length : null;
    });
    this.plot.show({
      x: generations.map((one) => one.number),
      xLabel: "generation",
      yLabel: "rank correlation",
      range: [-1, 1],
      height: 220,
      label: "Skill of predictions",
      series: [
        { label: "", values: values.map(() => 0), colour: colour("muted"), width: 1, dash: [4, 4], quiet: true, points: false },
        { label: "a generation", values, colour: faint(colour("living"), 0.6), width: 0.01, dash: [4, 6], points: true },
        { label: "mean of nine", values: smooth, colour: colour("living"), points: false },
      ],
    });
  }
}

class Failures implements Section {
  private readonly table = new Table("failures", [{ title: "Count", numeric: true }, { title: "Reason" }, { title: "Who" }]);
  private readonly none = h("p.note", {}, "None: every body could be simulated and trained.");
  readonly element = section("failures", "Failures", "Failures", "A body can fail, a run cannot: it gets the worst fitness and its reason.", this.table.csv, this.none, this.table.element);

  show(model: Model): void {
    const reasons = new Map<string, number[]>();
    for (const one of model.species) if (one.failure) reasons.set(one.failure, [...(reasons.get(one.failure) ?? []), one.id]);
    const refused = new Map<string, number>();
    for (const one of model.data.generations) for (const [reason, amount] of Object.entries(one.refused)) refused.set(reason, (refused.get(reason) ?? 0) + amount);
    this.element.hidden = model.data.generations.length === 0;
    this.none.hidden = reasons.size + refused.size > 0;
    this.table.element.hidden = this.table.csv.hidden = !this.none.hidden;
    const row = (amount: number, reason: string, who: string, shown: HTMLElement) => ({ values: [amount, reason, who], draw: () => h("tr", {}, h("td.number", {}, String(amount)), h("td", {}, reason), shown) });
    const links = (ids: number[]) => h("td.links", {}, ids.slice(0, 8).map((id) => h("a", { href: `#species-${id}` }, `species ${id}`)), ids.length > 8 ? `and ${ids.length - 8} more` : "");
    this.table.show([
      ...[...reasons].sort((a, b) => b[1].length - a[1].length).map(([reason, ids]) => row(ids.length, reason, `species ${ids.join(" ")}`, links(ids))),
      ...[...refused].map(([reason, amount]) => row(amount, reason, "candidates, before birth", h("td", {}, "candidates, before birth"))),
    ]);
  }
}

class About implements Section {
  private readonly content = h("div.about-run");
  readonly element = section("run", "Run", "What was run", "", null, this.content);

  show(model: Model): void {
    const { run } = model.data;
    const { spent, limits } = run;
    const each = (value: number) => count(value / run.size);
    this.content.replaceChildren(
      ...aboutRun(
        run,
        [["Method", `${run.method}: ${run.method_about}`], ["Policy", run.policy], model.evolves ? ["Seed", run.seed] : ["Trained", whom(model.species)]],
        model.evolves
          ? [
              ["Generations", ofLimit(spent.generations, limits.max_generations)],
              ["Control steps", ofLimit(spent.steps, limits.max_steps, count)],
            ]
          : [
              ["Updates", ofLimit(spent.updates, limits.updates, count)],
              ["Control steps", `${ofLimit(spent.steps, limits.max_steps, each)}, each species`],
              ["Last checkpoint", run.checkpoint ? `update ${count(run.checkpoint)}` : "none yet"],
            ],
        [
          ["Work", ofLimit(spent.seconds, limits.max_hours && 3600 * limits.max_hours, duration)],
          ["Species", count(model.species.length)],
          ["State", run.done ? "finished" : "not at its limit"],
        ],
      ),
    );
  }
}
