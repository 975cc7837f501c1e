// The genealogy of all species: time runs to the right, each species has a row, a line is its life.
//
// A canvas as large as the window onto the tree draws what is seen of it, so thousands of species cost
// no more than a few. Twigs that died out are folded into a count at their parent until asked for.

import { hierarchy, type HierarchyNode } from "d3-hierarchy";
import type { Model, Species } from "./data";
import { colour, count, h, number, operatorName, plural } from "./dom";
import { drawBody } from "./thumb";

const TOP = 30; // of the axis, px
const LEFT = 44;
const RIGHT = 112;
const THUMB_FROM = 26; // px of a row from which bodies are drawn
const LABEL_FROM = 13; // px of a row from which fitness is written
const TALLEST = 76;
const FOLD_ABOVE = 150; // species from which extinct twigs start folded
const FONT = "system-ui, -apple-system, 'Segoe UI', Inter, Roboto, sans-serif";

interface Row {
  species: Species;
  /** Row of its parent; -1 for a root. */
  parent: number;
  folded: number;
}

export class Tree {
  readonly element: HTMLElement;
  private readonly scroller: HTMLElement;
  private readonly space = h("div.tree-space");
  private readonly canvas = h("canvas") as HTMLCanvasElement;
  private readonly tip = h("div.tip", { hidden: true });
  private readonly said = h("p.visually-hidden", { "aria-live": "polite" });
  private readonly note = h("p.note");
  private readonly all = h("input", { type: "checkbox" }) as HTMLInputElement;
  private model!: Model;
  private rows: Row[] = [];
  private rowOf = new Map<number, number>();
  private opened = new Set<number>();
  private selected = -1;
  private rowHeight = 20;
  private column = 10;
  private stretched = 1;
  private zoomed = false;
  private everything: boolean | null = null;
  private wanted = false;

  constructor(private readonly open: (id: number) => void) {
    this.scroller = h("div.tree-scroll", { tabindex: 0, role: "group", "aria-label": "tree of species; arrows move, Enter opens" }, this.space);
    this.space.append(this.canvas);
    const button = (text: string, label: string, act: () => void) =>
      h("button.small", { type: "button", "aria-label": label, title: label, onclick: act }, text);
    this.element = h(
      "div.tree",
      {},
      h(
        "div.tree-tools",
        {},
        h("ul.key", {}, h("li.line", {}, "winner’s line"), h("li.living", {}, "living"), h("li.extinct", {}, "extinct")),
        h("label.check", {}, this.all, "all species"),
        h("div.group", {}, button("−", "smaller", () => this.zoom(1 / 1.5)), button("Fit", "whole tree", () => this.fit()), button("+", "larger", () => this.zoom(1.5))),
      ),
      this.scroller,
      this.tip,
      this.note,
      this.said,
    );
    this.all.addEventListener("change", () => {
      this.everything = this.all.checked;
      this.opened.clear();
      this.layout();
      this.fit();
    });
    this.scroller.addEventListener("scroll", () => this.draw());
    this.scroller.addEventListener("keydown", (event) => this.key(event));
    this.scroller.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.offsetY, event.offsetX);
    });
    this.canvas.addEventListener("pointermove", (event) => this.hover(event));
    this.canvas.addEventListener("pointerleave", () => (this.tip.hidden = true));
    this.canvas.addEventListener("click", (event) => this.click(event));
    new ResizeObserver(() => this.resize()).observe(this.scroller);
  }

  show(model: Model): void {
    this.model = model;
    if (this.everything === null) this.all.checked = model.species.length <= FOLD_ABOVE;
    this.layout();
    if (this.zoomed) this.resize();
    else this.fit();
  }

  draw(): void {
    if (this.wanted) return;
    this.wanted = true;
    requestAnimationFrame(() => {
      this.wanted = false;
      this.paint();
    });
  }

  /** Give every species that is shown its row: a parent, then its children, the youngest first. */
  private layout(): void {
    const { species, kept } = this.model;
    const shown = (one: Species) => this.all.checked || kept[one.id] === 1 || this.opened.has(one.parent ?? -1);
    interface Twig {
      one: Species | null;
      children: Twig[];
    }
    const twig = (one: Species): Twig => ({
      one,
      // The youngest next to its parent: then no line crosses another.
      children: one.children.map((child) => species[child]).filter(shown).reverse().map(twig),
    });
    const roots = species.filter((one) => one.parent === null && shown(one)).map(twig);
    this.rows = [];
    this.rowOf.clear();
    const sizes = this.all.checked ? null : this.sizes();
    hierarchy<Twig>({ one: null, children: roots }).eachBefore((node: HierarchyNode<Twig>) => {
      const one = node.data.one;
      if (!one) return;
      this.rowOf.set(one.id, this.rows.length);
      const hidden = sizes ? one.children.filter((child) => !shown(species[child])).reduce((sum, child) => sum + sizes[child], 0) : 0;
      this.rows.push({ species: one, parent: one.parent === null ? -1 : (this.rowOf.get(one.parent) ?? -1), folded: hidden });
    });
    this.element.dataset.nodes = String(this.rows.length);
    this.element.dataset.species = String(species.length);
    const away = species.length - this.rows.length;
    this.note.textContent = away
      ? `${plural(this.rows.length, "species", "species")} of ${count(species.length)}: those that live, their ancestors and the winner’s line. ${count(away)} in extinct twigs are folded into the numbers; click one to open it.`
      : `All ${plural(species.length, "species", "species")}, from birth to death.`;
  }

  private sizes(): Uint32Array {
    const { species } = this.model;
    const sizes = new Uint32Array(species.length).fill(1);
    for (let id = species.length - 1; id >= 0; id--) {
      const parent = species[id].parent;
      if (parent !== null) sizes[parent] += sizes[id];
    }
    return sizes;
  }

  private fit(): void {
    this.zoomed = false;
    this.stretched = 1;
    const tall = this.rows.length * 40 + TOP + 24;
    this.scroller.style.height = `${Math.min(640, Math.max(220, tall))}px`;
    this.rowHeight = Math.max(2.5, Math.min(44, (this.scroller.clientHeight - TOP - 24) / Math.max(1, this.rows.length)));
    this.resize();
    this.scroller.scrollTo(0, 0);
  }

  private zoom(by: number, atY = this.scroller.clientHeight / 2, atX = this.scroller.clientWidth / 2): void {
    const before = this.rowHeight;
    const wide = this.column;
    this.rowHeight = Math.max(2, Math.min(TALLEST, before * by));
    const done = this.rowHeight / before;
    this.zoomed = true;
    this.stretched = Math.max(1, Math.min(40, this.stretched * Math.sqrt(done)));
    const y = (this.scroller.scrollTop + atY - TOP) / before;
    const x = (this.scroller.scrollLeft + atX - LEFT) / wide;
    this.resize();
    this.scroller.scrollTo(x * this.column - atX + LEFT, y * this.rowHeight - atY + TOP);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.scroller;
    if (!width || !this.model) return;
    const generations = Math.max(1, this.model.data.generations.length - 1);
    this.column = ((Math.max(260, width) - LEFT - RIGHT) / generations) * this.stretched;
    this.space.style.width = `${Math.max(width, LEFT + RIGHT + generations * this.column)}px`;
    this.space.style.height = `${Math.max(height, TOP + 24 + this.rows.length * this.rowHeight)}px`;
    const ratio = Math.min(2, devicePixelRatio);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.draw();
  }

  private x(generation: number): number {
    return LEFT + generation * this.column - this.scroller.scrollLeft;
  }

  private y(row: number): number {
    return TOP + 8 + (row + 0.5) * this.rowHeight - this.scroller.scrollTop;
  }

  private paint(): void {
    const context = this.canvas.getContext("2d")!;
    const { clientWidth: width, clientHeight: height } = this.scroller;
    if (!width || !this.model) return;
    const ratio = this.canvas.width / width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const look = { line: colour("winner"), living: colour("living"), extinct: colour("extinct"), ink: colour("ink"), muted: colour("muted"), rule: colour("line"), surface: colour("surface") };
    const first = Math.max(0, Math.floor((this.scroller.scrollTop - TOP) / this.rowHeight) - 2);
    const last = Math.min(this.rows.length - 1, Math.ceil((this.scroller.scrollTop + height) / this.rowHeight) + 1);
    this.axis(context, width, height, look);
    context.save();
    context.beginPath();
    context.rect(0, TOP, width, height - TOP);
    context.clip();
    // Lines first: extinct, living, winner's line on top. An edge may come from a parent out of sight.
    for (const pass of ["extinct", "living", "line"] as const) {
      context.strokeStyle = look[pass];
      context.lineWidth = pass === "line" ? 2.5 : pass === "living" ? 1.6 : 1.1;
      context.beginPath();
      for (let row = 0; row < this.rows.length; row++) {
        const { species, parent } = this.rows[row];
        if (row < first && row < last && parent < first) {
          if (row < first) continue;
        }
        if (row > last && parent > last) continue;
        if (this.pass(species) !== pass) continue;
        const [x, y] = [this.x(species.born), this.y(row)];
        if (row >= first && row <= last) {
          context.moveTo(x, y);
          context.lineTo(Math.max(x + 3, this.x(species.last)), y);
        }
        if (parent >= 0) {
          const bend = Math.min(5, this.rowHeight / 2);
          context.moveTo(x, this.y(parent));
          context.lineTo(x, y - bend);
          if (bend > 2) context.lineTo(x, y);
          else context.lineTo(x, y);
        }
      }
      context.stroke();
    }
    for (let row = first; row <= last; row++) this.node(context, row, look);
    context.restore();
  }

  private pass(species: Species): "extinct" | "living" | "line" {
    if (this.model.inLine.has(species.id)) return "line";
    return species.living ? "living" : "extinct";
  }

  private node(context: CanvasRenderingContext2D, row: number, look: Record<string, string>): void {
    const { species, folded } = this.rows[row];
    const pass = this.pass(species);
    const [x, y] = [this.x(species.born), this.y(row)];
    const tall = this.rowHeight;
    const chosen = row === this.selected;
    let right = x;
    if (tall >= THUMB_FROM) {
      const [w, hh] = [Math.min(76, tall * 1.35), tall - 5];
      context.fillStyle = look.surface;
      context.strokeStyle = chosen ? look.ink : look[pass];
      context.lineWidth = chosen || pass === "line" ? 2 : 1;
      context.beginPath();
      context.roundRect(x - 6, y - hh / 2, w, hh, 6);
      context.fill();
      context.stroke();
      drawBody(context, this.model, species.id, [x - 3, y - hh / 2 + 3, w - 6, hh - 6]);
      right = x - 6 + w;
    } else {
      context.fillStyle = look[pass];
      context.beginPath();
      context.arc(x, y, Math.max(1.4, Math.min(4, tall / 4)) + (chosen ? 2 : 0), 0, 2 * Math.PI);
      context.fill();
      right = x + 4;
    }
    if (species.living) {
      const end = this.x(species.last);
      context.fillStyle = look[pass];
      context.beginPath();
      context.arc(Math.max(end, right), y, Math.min(3, tall / 4), 0, 2 * Math.PI);
      context.fill();
    }
    if (tall >= LABEL_FROM) {
      const size = Math.min(12, tall - 3);
      context.font = `${pass === "line" ? 600 : 400} ${size}px ${FONT}`;
      context.fillStyle = pass === "extinct" ? look.muted : look.ink;
      context.textBaseline = "middle";
      const text = species.fitness === null ? "failed" : number(species.fitness);
      const end = this.x(species.last);
      const above = tall >= THUMB_FROM && end > right + 40;
      if (above) context.fillText(text, right + 5, y - 9);
      else context.fillText(text, Math.max(right, end) + 8, y);
    }
    if (folded && tall >= 5) {
      context.font = `11px ${FONT}`;
      const text = `+${folded}`;
      const [w, at] = [context.measureText(text).width + 8, this.foldAt(row)];
      context.fillStyle = look.surface;
      context.strokeStyle = look.rule;
      context.lineWidth = 1;
      context.beginPath();
      context.roundRect(at, y - 7, w, 14, 7);
      if (tall >= 16) {
        context.fill();
        context.stroke();
        context.fillStyle = look.muted;
        context.textBaseline = "middle";
        context.fillText(text, at + 4, y + 0.5);
      }
    }
  }

  /** Left edge of the count of folded twigs, px. */
  private foldAt(row: number): number {
    const { species } = this.rows[row];
    const after = this.rowHeight >= LABEL_FROM ? 46 : 8;
    return Math.max(this.x(species.last), this.x(species.born) + (this.rowHeight >= THUMB_FROM ? Math.min(76, this.rowHeight * 1.35) : 0)) + after + 8;
  }

  private axis(context: CanvasRenderingContext2D, width: number, height: number, look: Record<string, string>): void {
    const last = this.model.data.generations.length - 1;
    const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((size) => size * this.column >= 44) ?? 1000;
    context.font = `12px ${FONT}`;
    context.textBaseline = "alphabetic";
    context.textAlign = "center";
    context.lineWidth = 1;
    for (let generation = 0; generation <= last; generation += step) {
      const x = this.x(generation);
      if (x < -20 || x > width + 20) continue;
      context.strokeStyle = look.rule;
      context.beginPath();
      context.moveTo(x, TOP);
      context.lineTo(x, height);
      context.stroke();
      context.fillStyle = look.muted;
      context.fillText(String(generation), x, 20);
    }
    context.textAlign = "right";
    context.fillStyle = look.muted;
    const end = this.x(last);
    if (end + 76 < width + 4) context.fillText("generation", Math.min(width - 8, end + 100), 20);
    context.textAlign = "left";
  }

  private at(event: PointerEvent | MouseEvent): { row: number; fold: boolean } | null {
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    if (y < TOP) return null;
    const row = Math.floor((y + this.scroller.scrollTop - TOP - 8) / this.rowHeight);
    const found = this.rows[row];
    if (!found) return null;
    if (found.folded && this.rowHeight >= 16 && x >= this.foldAt(row) && x <= this.foldAt(row) + 44) return { row, fold: true };
    const from = this.x(found.species.born) - 12;
    const to = Math.max(this.x(found.species.last), this.x(found.species.born) + (this.rowHeight >= THUMB_FROM ? this.rowHeight * 1.35 : 4)) + 50;
    return x >= from && x <= to ? { row, fold: false } : null;
  }

  private hover(event: PointerEvent): void {
    const found = this.at(event);
    this.canvas.style.cursor = found ? "pointer" : "";
    this.tip.hidden = !found;
    if (!found) return;
    const { species, folded } = this.rows[found.row];
    this.tip.textContent = found.fold ? `${plural(folded, "species", "species")} in extinct twigs; click to open` : this.describe(species);
    const box = this.element.getBoundingClientRect();
    this.tip.style.left = `${Math.max(0, Math.min(event.clientX - box.left + 14, box.width - 270))}px`;
    this.tip.style.top = `${event.clientY - box.top + 18}px`;
  }

  private describe(species: Species): string {
    const came = species.parent === null ? operatorName(species.operator) : `${operatorName(species.operator)} of species ${species.parent}`;
    const fitness = species.fitness === null ? "failed" : `fitness ${number(species.fitness)}`;
    const life = species.last > species.born ? `generations ${species.born}–${species.last}` : `generation ${species.born}`;
    return `Species ${species.id} · ${fitness} · ${plural(species.parts, "part")} · ${life} · ${came}`;
  }

  private click(event: MouseEvent): void {
    const found = this.at(event);
    if (!found) return;
    const { species } = this.rows[found.row];
    this.tip.hidden = true;
    if (found.fold) {
      this.opened.add(species.id);
      for (const child of this.descendants(species.id)) this.opened.add(child);
      this.layout();
      this.resize();
    } else {
      this.selected = found.row;
      this.draw();
      this.open(species.id);
    }
  }

  private descendants(id: number): number[] {
    return this.model.species[id].children
      .filter((child) => !this.model.kept[child])
      .flatMap((child) => [child, ...this.descendants(child)]);
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "+" || event.key === "-") return this.zoom(event.key === "+" ? 1.5 : 1 / 1.5);
    const here = this.rows[this.selected];
    const start = this.rowOf.get(this.model.data.winner ?? -1) ?? 0;
    let next = this.selected;
    if (event.key === "Enter" && here) return this.open(here.species.id);
    if (event.key === "ArrowDown") next = here ? Math.min(this.rows.length - 1, this.selected + 1) : start;
    else if (event.key === "ArrowUp") next = here ? Math.max(0, this.selected - 1) : start;
    else if (event.key === "ArrowLeft") next = here ? (here.parent >= 0 ? here.parent : this.selected) : start;
    else if (event.key === "ArrowRight") {
      const child = here?.species.children.map((id) => this.rowOf.get(id)).find((row) => row !== undefined);
      next = here ? (child ?? this.selected) : start;
    } else return;
    event.preventDefault();
    this.selected = next;
    const y = TOP + (next + 0.5) * this.rowHeight;
    const { scrollTop, clientHeight } = this.scroller;
    if (y < scrollTop + TOP + 20 || y > scrollTop + clientHeight - 20) this.scroller.scrollTop = y - clientHeight / 2;
    this.said.textContent = this.describe(this.rows[next].species);
    this.draw();
  }
}
