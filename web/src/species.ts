// One species: how it moves, what it is made of, how it differs from its parent.

import { hierarchy, tree } from "d3-hierarchy";
import { Plot } from "./charts";
import type { Model, Part, Species } from "./data";
import { colour, download, h, number, operatorName, plural, signed, svg } from "./dom";
import { Player, type Mark } from "./player";
import type { Flag } from "./schema";
import { Stage, type Source } from "./stage";
import { Table } from "./table";

const SIGNS: Record<Mark, string> = { added: "+", changed: "~", removed: "−", same: "" };

export class SpeciesPanel {
  readonly element = h("dialog.species") as HTMLDialogElement;
  private stage: Stage | null = null;
  private players: Player[] = [];
  private plots: Plot[] = [];
  private shownId: number | null = null;

  constructor(
    private model: Model,
    private readonly source: Source,
  ) {
    this.element.addEventListener("close", () => {
      this.clear();
      if (location.hash.startsWith("#species-")) history.pushState(null, "", location.pathname + location.search);
    });
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  update(model: Model): void {
    this.model = model;
    if (this.shownId !== null) this.stage?.show(model, this.shownId, "");
  }

  furnish(): void {
    this.stage?.player.furnish();
    this.players.forEach((player) => player.furnish());
    this.plots.forEach((plot) => plot.draw());
  }

  close(): void {
    if (this.element.open) this.element.close();
  }

  show(id: number): void {
    const species = this.model.species[id];
    if (!species || (this.shownId === id && this.element.open)) return;
    this.clear();
    this.shownId = id;
    this.element.setAttribute("aria-label", species.label);
    this.stage = new Stage(this.source);
    this.element.replaceChildren(
      h(
        "div.sheet",
        { tabindex: -1, autofocus: true },
        this.head(species),
        h("div.sheet-hero", {}, this.stage.player.element, h("div.facts-column", {}, this.facts(species), this.life(species), this.learning(species), this.files(species))),
        this.comparison(species),
        h("section", {}, h("h3", {}, "Body graph"), this.graph(species), this.attributes(species)),
      ),
    );
    if (!this.element.open) this.element.showModal();
    this.element.scrollTop = 0;
    this.stage.show(this.model, id, "");
  }

  private clear(): void {
    this.stage?.dispose();
    this.players.forEach((player) => player.dispose());
    this.plots.forEach((plot) => plot.dispose());
    this.stage = null;
    this.players = [];
    this.plots = [];
    this.shownId = null;
    this.element.replaceChildren();
  }

  private head(species: Species): HTMLElement {
    const tags = [
      species.id === this.model.data.winner ? winnerTag(this.model) : this.model.inLine.has(species.id) && h("span.tag.winner", {}, "winner’s line"),
      this.model.evolves && h(`span.tag.${species.living ? "living" : "extinct"}`, {}, species.living ? "living" : "extinct"),
      flagTags(species.flags),
    ];
    return h(
      "header.sheet-head",
      {},
      h("h2", {}, species.label),
      tags,
      h("button.close", { type: "button", "aria-label": "close", onclick: () => this.element.close() }, "×"),
    );
  }

  private facts(species: Species): HTMLElement {
    const row = (name: string, value: unknown) => [h("dt", {}, name), h("dd", {}, value as string)];
    const { parent, name } = species;
    const spread = (mean: number | null, deviation: number | null, episodes: number) => `${number(mean)} ± ${number(deviation)} (standard deviation) over ${plural(episodes, "episode")}`;
    const fresh = (sampled: boolean) => {
      const found = this.model.fresh(species.id, sampled);
      return found ? row(sampled ? "Sampled actions" : "Evaluated", `${spread(found.mean, found.spread, found.episodes)}, ${number(found.speed)} m/s`) : [];
    };
    return h(
      "dl.facts",
      {},
      species.failure ? row("Failed", species.failure) : species.history.length ? row("Fitness", spread(species.fitness, species.spread, species.episodes)) : [],
      name === null ? [] : row("Recent return", species.recentEpisodes ? `${number(species.recentReturn)}, mean of ${plural(species.recentEpisodes, "episode")}` : "no whole episode yet"),
      fresh(false),
      fresh(true),
      name === null ? row("Lived", species.last > species.born ? `generations ${species.born} to ${species.last}` : `generation ${species.born}`) : [],
      name === null ? row("Came by", h("span", {}, operatorName(species.operator), parent !== null ? [" of ", this.link(parent)] : "")) : [],
      row("Flags", species.flags === null ? "not measured" : species.flags.length ? species.flags.map(([name, meaning]) => h("div", {}, `${name}, ${meaning}`)) : "none"),
      species.predicted !== null ? row("Expected", `${number(species.predicted)} before it was trained`) : [],
      !this.model.evolves ? [] : row("Children", species.children.length ? h("span.links", {}, species.children.slice(0, 12).map((child) => this.link(child)), species.children.length > 12 ? ` and ${species.children.length - 12} more` : "") : "none"),
    );
  }

  private link(id: number): HTMLElement {
    return h("a", { href: `#species-${id}` }, `species ${id}`);
  }

  private life(species: Species): HTMLElement | null {
    if (species.history.length < 2) return null;
    const plot = new Plot();
    this.plots.push(plot);
    plot.element.classList.add("small-plot");
    queueMicrotask(() =>
      plot.show({
        x: species.history.map((_, i) => species.born + i),
        xLabel: "generation",
        yLabel: "fitness",
        label: `Fitness of species ${species.id} over its life`,
        height: 150,
        silent: true,
        series: [{ label: "fitness", values: species.history, colour: colour(this.model.inLine.has(species.id) ? "winner" : species.living ? "living" : "muted"), points: species.history.length < 20 }],
      }),
    );
    return h("div", {}, h("div.titled", {}, h("h3", {}, "Fitness by generation"), plot.csv), plot.element);
  }

  /** How the species learned, beside its parent, both from the beginning of their lives. */
  private learning(species: Species): HTMLElement | null {
    const { window, curves } = this.model.data.learning;
    const own = curves[species.id];
    if (own.length < 2) return null;
    const parent = species.parent === null ? [] : curves[species.parent];
    const length = Math.max(own.length, parent.length);
    const line = (values: (number | null)[]) => Array.from({ length }, (_, i) => values[i] ?? null);
    const plot = new Plot();
    this.plots.push(plot);
    plot.element.classList.add("small-plot");
    const series = [{ label: species.label, values: line(own), colour: colour("winner") }];
    if (parent.length) series.push({ label: `its parent ${species.parent}`, values: line(parent), colour: colour("muted") });
    queueMicrotask(() =>
      plot.show({
        x: Array.from({ length }, (_, i) => (i + 1) * window),
        xLabel: species.name === null ? "updates since it was born" : "updates",
        yLabel: "reward",
        label: `Learning curve of ${species.label}${parent.length ? " and of its parent" : ""}`,
        height: 170,
        series,
      }),
    );
    return h("div", {}, h("div.titled", {}, h("h3", {}, "Learning curve"), plot.csv), plot.element);
  }

  private files(species: Species): HTMLElement {
    const name = `${this.model.data.run.name}-species-${species.id}`;
    const said = h("p.note", { "aria-live": "polite" });
    return h(
      "div.files",
      {},
      h("button.file", { type: "button", onclick: () => download(`${name}.json`, this.model.bodyFile(species.id), "application/json") }, "Body (JSON)"),
      h(
        "button.file",
        {
          type: "button",
          onclick: async () => {
            const text = await this.source.mjcf(species.id);
            if (text) download(`${name}.xml`, text, "application/xml");
            else said.textContent = `This report holds no MJCF of species ${species.id}. Make it from the JSON: nge body convert ${name}.json ${name}.xml`;
          },
        },
        "Model (MJCF)",
      ),
      said,
    );
  }

  // --- parent and child -------------------------------------------------------------------

  private marks(species: Species): [parent: Mark[], child: Mark[]] {
    const parent = this.model.body(species.parent!);
    const child = this.model.body(species.id);
    const before = new Map(parent.map((part) => [part.id, part]));
    const after = new Set(child.map((part) => part.id));
    const differs = (one: Part, other: Part) => one.attributes.some((value, i) => value !== other.attributes[i]);
    return [
      parent.map((part) => (after.has(part.id) ? "same" : "removed")),
      child.map((part) => {
        const old = before.get(part.id);
        return !old ? "added" : differs(part, old) ? "changed" : "same";
      }),
    ];
  }

  private comparison(species: Species): HTMLElement | null {
    if (species.parent === null) return null;
    const floor = this.model.data.run.floor;
    const [before, after] = this.marks(species);
    const sides = [
      [species.parent, before, `Parent: species ${species.parent}`],
      [species.id, after, `Child: species ${species.id}`],
    ] as const;
    const views = sides.map(([id, marks, label]) => {
      const player = new Player(false);
      this.players.push(player);
      player.show({ body: this.model.body(id), floor, label, marks });
      return player.element;
    });
    const names: Partial<Record<Mark, string>> = { added: "added", changed: "changed", removed: "removed" };
    const present = (Object.keys(names) as Mark[]).filter((mark) => before.includes(mark) || after.includes(mark));
    return h(
      "section",
      {},
      h("h3", {}, "Parent and child"),
      h("p.note", {}, `${describe(this.model, species)}; first fitness against the parent’s then: ${signed(this.model.gain(species.id))}.`),
      h("div.compare", {}, views),
      h("ul.key", {}, present.map((mark) => h(`li.mark-${mark}`, {}, `${SIGNS[mark]} ${names[mark]}`))),
    );
  }

  // --- the body graph -----------------------------------------------------------------------

  private graph(species: Species): HTMLElement {
    const body = this.model.body(species.id);
    const marks = species.parent === null ? body.map((): Mark => "same") : this.marks(species)[1];
    const children = body.map((_, row) => body.map((part, i) => (part.parent === row ? i : -1)).filter((i) => i > 0));
    const [stepX, stepY] = [92, 44];
    const laid = tree<number>().nodeSize([stepY, stepX])(hierarchy(0, (row) => children[row]));
    const nodes = laid.descendants();
    const xs = nodes.map((node) => node.x);
    const [low, high] = [Math.min(...xs), Math.max(...xs)];
    const width = laid.height * stepX + 150;
    const height = Math.max(high + 24, 38) - low + 24; // the torso is at 0, its name below it
    return h(
      "div.graph",
      {},
      svg(
        "svg",
        { viewBox: `-24 ${low - 24} ${width} ${height}`, width, height, role: "img", "aria-label": `graph of ${plural(body.length, "part")}` },
        laid.links().map((link) =>
          svg("path.edge", { d: `M${link.source.y},${link.source.x}C${link.source.y + 46},${link.source.x} ${link.target.y - 46},${link.target.x} ${link.target.y},${link.target.x}` }),
        ),
        nodes.map((node) => {
          const part = body[node.data];
          return svg(
            "g",
            { transform: `translate(${node.y},${node.x})` },
            svg("circle", { r: 13, fill: part.colour, class: `mark-${marks[node.data]}` }),
            svg("text", { class: "part-id", dy: "0.35em" }, String(part.id)),
            node.data === 0 ? svg("text", { class: "part-name", x: 0, y: 28 }, "torso") : null,
            SIGNS[marks[node.data]] ? svg("text", { class: "part-sign", x: 17, y: -8 }, SIGNS[marks[node.data]]) : null,
          );
        }),
      ),
    );
  }

  private attributes(species: Species): HTMLElement {
    const { kind } = this.model.data;
    const body = this.model.body(species.id);
    const before = new Map(species.parent === null ? [] : this.model.body(species.parent).map((part) => [part.id, part.attributes]));
    const table = (what: string, list: typeof kind.limb, parts: [part: Part, row: number][]) => {
      const found = new Table(`attributes of ${what}`, [{ title: "part", numeric: false }, ...list.map((one) => ({ title: one.name.replaceAll("_", " ") + (one.unit && ` (${one.unit})`), about: one.about, numeric: true }))], ".attributes");
      found.show(parts.map(([part, row]) => ({ values: [row ? part.id : "torso", ...part.attributes], draw: () => cells(part, row) })));
      return h("div", {}, found.element, found.csv);
    };
    const cells = (part: Part, row: number) =>
      h(
        "tr",
        {},
        h("th", {}, h("span.dot", { style: `background:${part.colour}` }), row ? `${part.id}` : "torso"),
        part.attributes.map((value, i) => {
          const old = before.get(part.id)?.[i];
          const changed = row > 0 && old !== undefined && old !== value;
          return h(`td.number${changed ? ".changed" : ""}`, changed ? { title: `parent: ${number(old)}` } : {}, number(value));
        }),
      );
    return h("div.attribute-tables", {}, table("the torso", kind.torso, [[body[0], 0]]), body.length > 1 && table("limbs", kind.limb, body.slice(1).map((part, i) => [part, i + 1])));
  }
}

export function winnerTag(model: Model): HTMLElement {
  return h("span.tag.winner", {}, model.evolves ? "winner" : "best");
}

/** A small badge for each flag; the pointer shows its number and what it means. */
export function flagTags(flags: Flag[] | null): HTMLElement[] {
  return (flags ?? []).map(([name, meaning]) => h("span.tag.flag", { title: meaning }, name));
}

/** What a mutation did, in words. */
export function describe(model: Model, species: Species): string {
  if (species.parent === null) return operatorName(species.operator);
  const name = operatorName(species.operator);
  const list = (ids: number[]) => (ids.length > 4 ? `${ids.length} parts` : `${ids.length === 1 ? "part" : "parts"} ${ids.join(", ")}`);
  const said = [
    species.added.length && `added ${list(species.added)}${fromWhere(model, species)}`,
    species.removed.length && `removed ${list(species.removed)}`,
    species.changed.length && `changed ${list(species.changed)}`,
  ].filter(Boolean);
  return said.length ? `${name} ${said.join(", ")}` : name;
}

function fromWhere(model: Model, species: Species): string {
  const origins = model
    .body(species.id)
    .filter((part) => species.added.includes(part.id) && part.origin >= 0)
    .map((part) => part.origin);
  if (!origins.length) return "";
  return origins.length > 4 ? " (copies)" : `, ${origins.length === 1 ? "a copy" : "copies"} of ${origins.join(", ")}`;
}
