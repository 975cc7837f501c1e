// The page of a run, from the winner down to the settings. `update` shows newer data in place.

import { aboutRun, ofLimit } from "./about";
import { faint, Plot } from "./charts";
import { Model, type Data, type Species } from "./data";
import { colour, count, duration, h, number, operatorName, plural, signed, titled } from "./dom";
import { Player } from "./player";
import { describe, SpeciesPanel, type Source, flagTags } from "./species";
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

  constructor(data: Data, source: Source, tools: HTMLElement[]) {
    this.model = new Model(data);
    this.panel = new SpeciesPanel(this.model, source);
    this.sections = [
      new Hero(source),
      new Line(),
      new Genealogy(),
      new Diversity(),
      new Leaderboard(),
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
      h("footer", {}, "Made by ", h("b", {}, "nge"), ", Neural Graph Evolution. Fitness is higher when better, always."),
      this.panel.element,
    );
    addEventListener("hashchange", () => this.route());
    addEventListener("popstate", () => this.route());
  }

  update(data: Data): void {
    this.model = new Model(data);
    const { run } = data;
    this.name.textContent = run.name;
    const task = run.task[0].toUpperCase() + run.task.slice(1);
    this.title.textContent = `${task}: ${run.task_about}`;
    this.summary.replaceChildren(
      ...[
        run.method,
        `seed ${run.seed}`,
        `${plural(run.spent.generations, "generation")} of ${run.size} species`,
        `${count(run.spent.steps)} control steps`,
        `${duration(run.spent.seconds)} of work`,
        run.started.slice(0, 10),
      ].map((text) => h("span", {}, text)),
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
  begin(data: Data): void {
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

function section(id: string, short: string, title: string, lead: string, tool: HTMLElement | null, ...content: HTMLElement[]): HTMLElement {
  return h("section.part", { id, "data-short": short }, titled(title, tool), lead && h("p.lead", {}, lead), content);
}

// --- the winner -----------------------------------------------------------------------------

class Hero implements Section {
  readonly element: HTMLElement;
  private readonly player = new Player();
  private readonly facts = h("dl.figures");
  private readonly curve = new Curve();
  private shown = "";

  constructor(private readonly source: Source) {
    this.element = h(
      "section.hero",
      { id: "winner", "data-short": "Winner" },
      h("div.hero-stage", {}, this.player.element),
      h("div.hero-side", {}, this.facts, this.curve.element),
    );
  }

  show(model: Model): void {
    const winner = model.winner;
    this.curve.show(model);
    if (!winner) return;
    const { evaluations, run } = model.data;
    const evaluated = evaluations.find((one) => one.species === winner.id && !one.sampled);
    const figure = (name: string, value: string, about: string) => h("div", {}, h("dt", {}, name), h("dd", {}, value), h("dd.about", {}, about));
    this.facts.replaceChildren(
      evaluated
        ? figure("Return", number(evaluated.mean), `± ${number(evaluated.spread)} (standard deviation), ${plural(evaluated.episodes, "fresh episode")}`)
        : figure("Fitness", number(winner.fitness), `± ${number(winner.spread)} (standard deviation), ${plural(winner.episodes, "episode")}`),
      evaluated ? figure("Speed", `${number(evaluated.speed)} m/s`, "straight, start to end") : figure("Species", String(winner.id), "of " + count(model.species.length)),
      figure("Parts", String(winner.parts), "torso included"),
      figure("Born in generation", String(winner.born), `after ${plural(model.data.line.length - 1, "mutation")}`),
    );
    const now = `${run.started} ${winner.id} ${winner.last}`;
    if (now === this.shown) return;
    const first = this.shown === "";
    this.shown = now;
    const label = `Species ${winner.id}, ${run.done ? "the winner" : "the best so far"}`;
    if (first) this.player.show({ body: model.body(winner.id), floor: run.floor, label, still: "At rest; its episode is being recorded …" });
    void this.source.episode(winner.id).then(
      (episode) => {
        if (this.shown !== now) return;
        this.player.show({ body: model.body(winner.id), floor: run.floor, label, episode, still: "At rest: no episode was recorded." });
      },
      () => undefined,
    );
  }

  furnish(): void {
    this.player.furnish();
    this.curve.draw();
  }
}

class Curve {
  readonly element: HTMLElement;
  private readonly plot = new Plot();
  private against: "number" | "steps" = "number";
  private model: Model | null = null;

  constructor() {
    const buttons = ([["number", "generations"], ["steps", "control steps"]] as const).map(([key, text]) =>
      h("button.small", { type: "button", "aria-pressed": String(key === this.against), onclick: () => this.choose(key) }, text),
    );
    this.plot.element.classList.add("fitness-plot");
    this.element = h("div.curve", {}, h("div.curve-head", {}, h("h2", {}, "Fitness"), h("div.choices", {}, h("div.group", {}, buttons), this.plot.csv)), this.plot.element);
  }

  show(model: Model): void {
    this.model = model;
    this.draw();
  }

  draw(): void {
    if (!this.model) return;
    const { generations } = this.model.data;
    const [best, middle] = [colour("winner"), colour("living")];
    const quantile = (index: number) => generations.map((one) => one.quantiles[index]);
    const edge = (label: string, index: number) => ({ label, values: quantile(index), colour: faint(middle, 0), quiet: true, width: 0 });
    this.plot.show({
      x: generations.map((one) => one[this.against]),
      xLabel: this.against === "number" ? "generation" : "control steps of all species",
      xShort: this.against === "number" ? "generation" : "steps",
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

  private choose(key: "number" | "steps"): void {
    this.against = key;
    const [one, other] = this.element.querySelectorAll(".group button");
    one.setAttribute("aria-pressed", String(key === "number"));
    other.setAttribute("aria-pressed", String(key === "steps"));
    this.draw();
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
    this.element.hidden = line.length === 0;
    this.lead.textContent =
      line.length === 1
        ? "The winner is one of the first bodies: no mutation has led to it."
        : `${plural(line.length - 1, "mutation")} led from ${model.species[line[0]]?.operator === "given" ? "the given" : "a random"} body to the winner${shown.length < line.length ? `; ${shown.length} of the ${line.length} bodies are shown` : ""}. Below each: its last fitness and the generation it was born in.`;
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
    this.element.hidden = model.species.length === 0;
    this.tree.show(model);
  }

  furnish(): void {
    this.tree.draw();
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
    this.element.hidden = generations.length === 0;
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
      { title: "Fitness", numeric: true },
      { title: "Fresh", name: "Fresh episodes", numeric: true },
      { title: "Parts", numeric: true },
      { title: "Lived", name: "Born in generation", numeric: true },
      { title: "Came by" },
      { title: "Flags", about: "signs that fitness comes from the simulation or presses against a bound" },
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
    "The winner, then all by last fitness. The largest of many noisy means is partly luck: the column “fresh” holds new episodes with mean actions, where they were run. ± is the standard deviation from episode to episode.",
    this.table.csv,
    this.table.element,
    this.more,
  );

  show(model: Model, amount = this.shown): void {
    this.model = model;
    this.shown = amount;
    this.element.hidden = model.ranked.length === 0;
    const fresh = new Map(model.data.evaluations.filter((one) => !one.sampled).map((one) => [one.species, one]));
    const winner = model.data.winner;
    const order = [...model.ranked.filter((one) => one.id === winner), ...model.ranked.filter((one) => one.id !== winner)];
    this.table.show(
      order.map((one) => {
        const judged = fresh.get(one.id);
        const draw = () => h(
          `tr${one.id === winner ? ".winner" : ""}`,
          { onclick: () => open(one.id) },
          h("td.picture", {}, thumbnail(model, one.id, 60, 44)),
          h("td", {}, h("a", { href: `#species-${one.id}` }, String(one.id)), one.id === winner && h("span.tag.winner", {}, "winner")),
          h("td.number", {}, number(one.fitness), h("span.spread", {}, ` ± ${number(one.spread)}`)),
          h("td.number", {}, judged ? [number(judged.mean), h("span.spread", {}, ` ± ${number(judged.spread)}`)] : "—"),
          h("td.number", {}, String(one.parts)),
          h("td.number", {}, one.last > one.born ? `${one.born}–${one.last}` : String(one.born)),
          h("td", {}, operatorName(one.operator)),
          h("td", {}, one.flags === null ? "not measured" : flagTags(one.flags)),
        );
        const flags = one.flags?.map(([name]) => name).join(" ") ?? null;
        return { values: [null, one.id, one.fitness, judged?.mean ?? null, one.parts, one.born, operatorName(one.operator), flags], draw };
      }),
      amount,
    );
    this.more.hidden = amount >= order.length;
    this.more.textContent = `Show more of ${count(order.length)}`;
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
    this.content.replaceChildren(
      ...aboutRun(
        run,
        "Search",
        [["Method", `${run.method}: ${run.method_about}`], ["Seed", run.seed]],
        [
          ["Generations", ofLimit(spent.generations, limits.max_generations)],
          ["Control steps", ofLimit(spent.steps, limits.max_steps, count)],
          ["Work", ofLimit(spent.seconds, limits.max_hours && 3600 * limits.max_hours, duration)],
          ["Species", count(model.species.length)],
          ["State", run.done ? "finished" : "not at its limit"],
        ],
        "method",
      ),
    );
  }
}
