// Groups of runs side by side: curves, where every seed ended, and the table of `nge compare`.
// All statistics come from src/nge/report/comparison_page.py.

import { Plot } from "./charts";
import { Table, type Value } from "./table";
import { h, MINUS, number, plural, titled } from "./dom";
import { banded, Choice, HUES, key } from "./lines";
import type { ComparedData, ComparedGroup } from "./schema";

const LANES = 3; // heights that dots of a group take by turns, so that few cover each other
const UNIT = "fitness (sum of rewards)";
const LABELS: Record<string, string> = { "control steps": "control steps of all species", hours: "hours of work" };

export class ComparisonPage {
  readonly element: HTMLElement;
  private readonly plot = new Plot();
  private readonly ends = h("div.ends");
  private readonly endsTitle = h("h3");
  private readonly which: Choice;
  private readonly axis: Choice;

  constructor(
    private readonly data: ComparedData,
    tools: HTMLElement[],
  ) {
    const { groups, task, about, budget, notes } = data;
    const runs = groups.reduce((sum, group) => sum + group.runs.length, 0);
    this.which = new Choice("curve", data.curves, () => this.furnish());
    this.axis = new Choice("horizontal axis", data.axes, () => this.furnish());
    this.element = h(
      "div.report",
      {},
      h("div.bar-top", {}, h("a.name", { href: "#curves" }, "nge compare"), h("nav.contents", { "aria-label": "sections" }, h("a", { href: "#curves" }, "Curves"), h("a", { href: "#table" }, "Table"), h("a", { href: "#runs" }, "Runs")), tools),
      h(
        "header.top",
        {},
        h("h1", {}, `${task[0].toUpperCase()}${task.slice(1)}: ${groups.length === 1 ? "one group of runs" : `${groups.length} groups of runs compared`}`),
        h("p.summary", {}, [about, plural(runs, "run"), `${budget} control steps each`].map((text) => h("span", {}, text))),
        notes.length ? h("ul.notes", { "aria-label": "notes" }, notes.map((note) => h("li", {}, sentence(note)))) : null,
      ),
      h(
        "main",
        {},
        h(
          "section",
          { id: "curves" },
          h("div.curve-head", {}, h("h2", {}, "Fitness"), h("div.choices", {}, this.which.element, this.axis.element, this.plot.csv)),
          h("div.pair", {}, this.plot.element, h("div", {}, this.endsTitle, this.ends)),
          h("p.note", {}, "Lines are interquartile means over seeds, bands their 95 % bootstrap intervals. A dot is a seed; the upright mark is their interquartile mean."),
        ),
        h("section.part", { id: "table" }, this.table("At the end of the budget", data.group_table, "group", 0), data.group_notes.map((note) => h("p.note", {}, sentence(note)))),
        h("section.part", { id: "runs" }, this.table("Every run", data.run_table, "run", 1)),
      ),
      h("footer", {}, "Made by ", h("b", {}, "nge"), ", Neural Graph Evolution. Fitness is higher when better, always."),
    );
  }

  /** Show what is chosen, in the colours of the theme. */
  furnish(): void {
    const [which, axis] = [this.which.chosen, this.axis.chosen];
    this.showCurves(which, axis);
    this.showEnds(which);
  }

  private showCurves(which: string, axis: string): void {
    const { groups } = this.data;
    const lines = groups.map((group) => ({ label: group.name, ...group.curves[which][axis] }));
    const height = Math.round(Math.min(560, Math.max(300, 0.5 * innerHeight)));
    this.plot.show({ xLabel: LABELS[axis], xShort: axis, yLabel: UNIT, label: `Fitness, ${which}, against ${axis}`, height, spent: true, ...banded(lines) });
  }

  /** A row for each group with a dot for each seed. */
  private showEnds(which: string): void {
    this.endsTitle.textContent = `Every seed: ${which}, at the end`;
    const ends = this.data.groups.map((group) => group.ends[which]);
    const known = ends.flatMap((end) => end.seeds).filter((value) => value !== null);
    const marks = ticks(Math.min(...known), Math.max(...known));
    const [low, high] = [marks[0], marks.at(-1)!];
    const left = (value: number) => `left:${(100 * (value - low)) / (high - low)}%`;
    const row = ({ name, runs }: ComparedGroup, index: number) => {
      const end = ends[index];
      const dots = end.seeds.map((value, i) => {
        const lane = 50 + 22 * ((i % LANES) - (Math.min(end.seeds.length, LANES) - 1) / 2);
        return value !== null && h("i.seed", { style: `${left(value)};top:${lane}%`, title: `${runs[i]}: ${number(value)}` });
      });
      const interval = end.low !== null && end.high !== null && h("i.interval", { style: `${left(end.low)};right:${100 - (100 * (end.high - low)) / (high - low)}%` });
      const middle = end.middle !== null && h("i.middle", { style: left(end.middle) });
      const said = `${name}: ${end.seeds.map((value) => number(value)).join(", ")}`;
      return h("div.end", { style: `--hue:var(--group-${index % HUES})` }, h("p", {}, key(index), name), h("div.track", { role: "img", "aria-label": said }, marks.map((mark) => h("i.mark", { style: left(mark) })), interval, middle, dots));
    };
    this.ends.replaceChildren(
      ...this.data.groups.map(row),
      h("div.scale", { "aria-hidden": "true" }, marks.map((mark) => h("span", { style: left(mark) }, String(mark).replace("-", MINUS)))),
      h("p.scale-name", {}, UNIT),
    );
  }

  /** A title and a table whose first column is named; colours stand where a group is named. */
  private table(title: string, [titles, ...lines]: string[][], first: string, named: number): HTMLElement[] {
    const words = (column: number) => column <= named;
    const order = this.data.groups.map((group) => group.name);
    const cell = (text: string, column: number) => {
      if (column === named) return h(column ? "td.group-name" : "th.group-name", {}, key(order.indexOf(text)), text);
      if (words(column)) return h("th", {}, text);
      return h("td.number", {}, text === "-" ? "—" : text.replace(/-(?=\d)/g, MINUS));
    };
    const table = new Table(first, [first, ...titles.slice(1)].map((title, i) => ({ title, numeric: !words(i) })), ".compared");
    table.show(lines.map((line) => ({ values: line.map((text, i) => (words(i) ? text : valueOf(text))), draw: () => h("tr", {}, line.map(cell)) })));
    return [titled(title, table.csv), table.element];
  }
}

/** The number that a cell begins with, with its unit of thousands; other text as it is. */
function valueOf(text: string): Value {
  const found = /^\[?(-?[\d.]*\d(?:e[+-]?\d+)?) ?([kMG])?$/.exec(text);
  if (!found) return text === "-" ? null : text;
  const units: Record<string, number> = { k: 1e3, M: 1e6, G: 1e9 };
  return Number(found[1]) * (units[found[2]] ?? 1);
}

function sentence(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

/** Round numbers that reach around others, about five of them. */
function ticks(low: number, high: number): number[] {
  const rough = (high - low || Math.abs(high) || 1) / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = size * ([1, 2, 5].find((times) => times * size >= rough) ?? 10);
  const [first, last] = [Math.floor(low / step), Math.max(Math.ceil(high / step), Math.floor(low / step) + 1)];
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(6)));
}
