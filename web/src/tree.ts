// The genealogy of all species: time runs to the right, each species has a row, a line is its life.
//
// A canvas as large as the window onto the tree draws what is seen of it, so thousands of species cost
// no more than a few. Twigs that died out are folded into a count at their parent until asked for.

import { hierarchy, type HierarchyNode } from "d3-hierarchy";
import type { Model, Species } from "./data";
import { colour, count, font, h, number, operatorName, plural } from "./dom";
import { drawBody } from "./thumb";

const TOP = 30; // of the axis, px
const LEFT = 44;
const RIGHT = 112;
const THUMB_FROM = 26; // px of a row from which bodies are drawn
const LABEL_FROM = 12; // px of a row from which fitness is written
const TALLEST = 76;
const ROOM = 96; // px that a body and its fitness take in a row
const PACK_UP_TO = 2500; // species that share rows; more are laid out one by one, which is quicker
const FOLD_ABOVE = 150; // species from which extinct twigs start folded

interface Place {
  species: Species;
  /** Which row it is drawn in; species that never meet in time may share one. */
  row: number;
  /** Place of its parent; -1 for a root. */
  parent: number;
  folded: number;
  /** Generation that its line leads to: its last, or the birth of a child that came after it. */
  until: number;
}

/** A species with all below it, laid out: what each of its rows spans in time. */
interface Block {
  from: number[];
  to: number[];
  /** Places in it with their rows, counted from its top. */
  rows: [place: number, row: number][];
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
  private places: Place[] = [];
  private placeOf = new Map<number, number>();
  /** Places from the top down, and how many rows they take. */
  private order: number[] = [];
  private height = 0;
  private times: number[] = [];
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
      this.settle();
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
    else this.settle();
  }

  draw(): void {
    if (this.wanted) return;
    this.wanted = true;
    requestAnimationFrame(() => {
      this.wanted = false;
      this.paint();
    });
  }

  /** Give every species that is shown its place: a parent, below it its children, the youngest first. */
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
    const sizes = this.all.checked ? null : this.sizes();
    this.places = [];
    this.placeOf.clear();
    const root = hierarchy<Twig>({ one: null, children: species.filter((one) => one.parent === null && shown(one)).map(twig) });
    root.eachBefore((node: HierarchyNode<Twig>) => {
      const one = node.data.one;
      if (!one) return;
      this.placeOf.set(one.id, this.places.length);
      const folded = sizes ? one.children.filter((child) => !shown(species[child])).reduce((sum, child) => sum + sizes[child], 0) : 0;
      const parent = one.parent === null ? -1 : (this.placeOf.get(one.parent) ?? -1);
      this.places.push({ species: one, row: this.places.length, parent, folded, until: one.last });
      if (parent >= 0) this.places[parent].until = Math.max(this.places[parent].until, one.born);
    });
    this.stretch();
    if (this.places.length <= PACK_UP_TO) {
      const blocks = new Map<HierarchyNode<Twig>, Block>();
      const margin = Math.ceil(ROOM / Math.max(4, this.width() / Math.max(1, this.model.data.generations.length - 1)));
      root.eachAfter((node) => {
        const one = node.data.one;
        const block: Block = one ? { from: [one.born], to: [one.last], rows: [[this.placeOf.get(one.id)!, 0]] } : { from: [], to: [], rows: [] };
        // Where only lines are shown, the youngest child of a dead parent goes on in its row, unless the
        // winner's line would seem to lead to it.
        const youngest = one && !one.living && !this.all.checked ? (node.children ?? []).find((child) => kept[child.data.one!.id]) : null;
        const heir = youngest && this.pass(one!) === "line" && this.pass(youngest.data.one!) !== "line" ? null : youngest;
        if (heir) overlay(block, blocks.get(heir)!);
        for (const child of node.children ?? []) if (child !== heir) join(block, blocks.get(child)!, one ? child.data.one!.born : null, margin);
        blocks.set(node, block);
      });
      for (const [place, row] of blocks.get(root)!.rows) this.places[place].row = row;
    }
    this.order = [...this.places.keys()].sort((a, b) => this.places[a].row - this.places[b].row || this.places[a].species.born - this.places[b].species.born);
    this.height = 1 + Math.max(0, ...this.order.slice(-1).map((place) => this.places[place].row));
    this.element.dataset.nodes = String(this.places.length);
    this.element.dataset.species = String(species.length);
    const away = species.length - this.places.length;
    this.note.textContent = away
      ? `${plural(this.places.length, "species", "species")} of ${count(species.length)}: those that live, their ancestors and the winner’s line, with time stretched where more of them were born. ${count(away)} in extinct twigs are folded into the numbers; click one to open it.`
      : `All ${plural(species.length, "species", "species")}, from birth to death.`;
  }

  /** Pixels that the generations have when all of them are seen. */
  private width(): number {
    return Math.max(260, this.scroller.clientWidth) - LEFT - RIGHT;
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
    this.scroller.style.height = `${Math.min(680, Math.max(200, this.height * 36 + TOP + 24))}px`;
    this.rowHeight = Math.max(2, Math.min(44, (this.scroller.clientHeight - TOP - 24) / Math.max(1, this.height)));
    this.resize();
    this.scroller.scrollTo(0, 0);
  }

  /** A first view: bodies large enough to be seen where that takes no more than a few screens. */
  private settle(): void {
    this.fit();
    if (this.rowHeight < THUMB_FROM && this.height * 30 < 2400) {
      this.rowHeight = 30;
      this.resize();
    }
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
    this.space.style.height = `${Math.max(height, TOP + 24 + this.height * this.rowHeight)}px`;
    const ratio = Math.min(2, devicePixelRatio);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.draw();
  }

  private x(generation: number): number {
    return LEFT + this.times[generation] * this.column - this.scroller.scrollLeft;
  }

  /** Where each generation stands, in columns: time is stretched where more is born. */
  private stretch(): void {
    const last = this.model.data.generations.length - 1;
    const births = new Float64Array(last + 1);
    for (const { species } of this.places) if (species.parent !== null) births[species.born]++;
    const usual = births.reduce((sum, value) => sum + value, 0) / Math.max(1, last);
    const wide = Array.from(births, (value, generation) => (generation ? Math.max(0.45 * usual, 1e-3) + 0.55 * value : 0));
    const whole = wide.reduce((sum, value) => sum + value, 0) || 1;
    let at = 0;
    this.times = wide.map((value) => (at += (value * Math.max(1, last)) / whole));
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
    const top = Math.floor((this.scroller.scrollTop - TOP) / this.rowHeight) - 2;
    const bottom = Math.ceil((this.scroller.scrollTop + height) / this.rowHeight) + 1;
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
      for (const { species, row, parent } of this.places) {
        const above = parent < 0 ? row : this.places[parent].row;
        if (row < top || above > bottom || this.pass(species) !== pass) continue;
        const [x, y] = [this.x(species.born), this.y(row)];
        if (row <= bottom) {
          context.moveTo(x, y);
          context.lineTo(Math.max(x + 3, this.x(species.last)), y);
        }
        if (parent >= 0) {
          // A parent that is replaced by its child has died one generation before its birth.
          context.moveTo(Math.min(x, this.x(this.places[parent].species.last)), this.y(above));
          context.lineTo(x, this.y(above));
          context.lineTo(x, y);
        }
      }
      context.stroke();
    }
    let free = -Infinity; // where the row has room again
    this.order.forEach((place, index) => {
      const { row } = this.places[place];
      if (row < top || row > bottom) return;
      const next = this.places[this.order[index + 1]];
      if (this.places[this.order[index - 1]]?.row !== row) free = -Infinity;
      free = this.node(context, place, look, free, next?.row === row ? this.x(next.species.born) : Infinity);
    });
    context.restore();
  }

  private pass(species: Species): "extinct" | "living" | "line" {
    if (this.model.inLine.has(species.id)) return "line";
    return species.living ? "living" : "extinct";
  }

  /** Draw a species between the one before it in its row and the next; return where it ends. */
  private node(context: CanvasRenderingContext2D, place: number, look: Record<string, string>, free: number, next: number): number {
    const { species, row, folded, until } = this.places[place];
    const pass = this.pass(species);
    const [x, y] = [this.x(species.born), this.y(row)];
    const tall = this.rowHeight;
    const chosen = place === this.selected;
    const [w, hh] = [Math.min(76, tall * 1.35), tall - 5];
    const end = this.x(until);
    let right = x + 4;
    if (tall >= THUMB_FROM && (chosen || x - 6 >= free + (free > -Infinity ? 24 : 0))) {
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
      // A row of bodies leaves room between them; the others are dots.
      if (x < free) return free;
      context.fillStyle = look[pass];
      context.beginPath();
      context.arc(x, y, Math.max(1.4, Math.min(free > -Infinity ? 3 : 4, tall / 4)) + (chosen ? 2 : 0), 0, 2 * Math.PI);
      context.fill();
      if (free > -Infinity && !species.living) return free;
    }
    if (species.living) {
      context.fillStyle = look[pass];
      context.beginPath();
      context.arc(Math.max(end, right), y, Math.min(3, tall / 4), 0, 2 * Math.PI);
      context.fill();
    }
    if (tall >= LABEL_FROM) {
      context.font = font(12, pass === "line" ? 600 : 400);
      context.fillStyle = pass === "extinct" ? look.muted : look.ink;
      context.textBaseline = "middle";
      const text = species.fitness === null ? "failed" : number(species.fitness);
      const room = context.measureText(text).width + 8;
      const above = tall >= THUMB_FROM && Math.min(end, next) > right + room;
      const at = above ? right + 5 : Math.max(right, end) + 8;
      if (at + room < next) {
        context.fillText(text, at, above ? y - 9 : y);
        right = at + room - 4;
      }
    }
    const at = this.foldAt(place);
    if (folded && tall >= 16 && at + 40 < next) {
      context.font = font(12);
      const text = `+${folded}`;
      context.fillStyle = look.surface;
      context.strokeStyle = look.rule;
      context.lineWidth = 1;
      context.beginPath();
      context.roundRect(at, y - 7, context.measureText(text).width + 8, 14, 7);
      context.fill();
      context.stroke();
      context.fillStyle = look.muted;
      context.textBaseline = "middle";
      context.fillText(text, at + 4, y + 0.5);
    }
    return right;
  }

  /** Left edge of the count of folded twigs, px. */
  private foldAt(place: number): number {
    const { species } = this.places[place];
    const after = this.rowHeight >= LABEL_FROM ? 46 : 8;
    return Math.max(this.x(species.last), this.x(species.born) + (this.rowHeight >= THUMB_FROM ? Math.min(76, this.rowHeight * 1.35) : 0)) + after + 8;
  }

  private axis(context: CanvasRenderingContext2D, width: number, height: number, look: Record<string, string>): void {
    const last = this.model.data.generations.length - 1;
    const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((size) => size * this.column >= 34) ?? 1000;
    let written = -Infinity;
    context.font = font(12);
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
      if (x - written >= 34) context.fillText(String(generation), x, 20);
      if (x - written >= 34) written = x;
    }
    context.textAlign = "right";
    context.fillStyle = look.muted;
    const end = this.x(last);
    if (end + 76 < width + 4) context.fillText("generation", Math.min(width - 8, end + 100), 20);
    context.textAlign = "left";
  }

  private at(event: PointerEvent | MouseEvent): { place: number; fold: boolean } | null {
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    if (y < TOP) return null;
    const row = Math.floor((y + this.scroller.scrollTop - TOP - 8) / this.rowHeight);
    // Of species in one row, the youngest to the left of the pointer.
    for (const place of this.order.filter((one) => this.places[one].row === row).reverse()) {
      const found = this.places[place];
      if (found.folded && this.rowHeight >= 16 && x >= this.foldAt(place) && x <= this.foldAt(place) + 40) return { place, fold: true };
      const from = this.x(found.species.born) - 12;
      const to = Math.max(this.x(found.species.last), this.x(found.species.born) + (this.rowHeight >= THUMB_FROM ? this.rowHeight * 1.35 : 4));
      if (x >= from && x <= to + 12) return { place, fold: false };
    }
    return null;
  }

  private hover(event: PointerEvent): void {
    const found = this.at(event);
    this.canvas.style.cursor = found ? "pointer" : "";
    this.tip.hidden = !found;
    if (!found) return;
    const { species, folded } = this.places[found.place];
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
    const { species } = this.places[found.place];
    this.tip.hidden = true;
    if (found.fold) {
      this.opened.add(species.id);
      for (const child of this.descendants(species.id)) this.opened.add(child);
      this.layout();
      this.resize();
    } else {
      this.selected = found.place;
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
    const here = this.places[this.selected];
    if (event.key === "Enter" && here) {
      event.preventDefault(); // or the key would press the first button of what opens
      return this.open(here.species.id);
    }
    const beside = (step: number) => this.order[Math.max(0, Math.min(this.order.length - 1, this.order.indexOf(this.selected) + step))];
    const ways: Record<string, () => number> = {
      ArrowDown: () => beside(1),
      ArrowUp: () => beside(-1),
      ArrowLeft: () => (here.parent >= 0 ? here.parent : this.selected),
      ArrowRight: () => here.species.children.map((id) => this.placeOf.get(id)).find((place) => place !== undefined) ?? this.selected,
    };
    if (!(event.key in ways)) return;
    event.preventDefault();
    this.selected = here ? ways[event.key]() : (this.placeOf.get(this.model.data.winner ?? -1) ?? 0);
    const y = TOP + (this.places[this.selected].row + 0.5) * this.rowHeight;
    const { scrollTop, clientHeight } = this.scroller;
    if (y < scrollTop + TOP + 20 || y > scrollTop + clientHeight - 20) this.scroller.scrollTop = y - clientHeight / 2;
    this.said.textContent = this.describe(this.places[this.selected].species);
    this.draw();
  }
}

/** Let a block go on in the first row of what is there. */
function overlay(whole: Block, heir: Block): void {
  whole.to[0] = Math.max(whole.to[0], heir.to[0]);
  whole.from.push(...heir.from.slice(1));
  whole.to.push(...heir.to.slice(1));
  for (const held of heir.rows) whole.rows.push(held);
}

/** Hang a block below what is there, as high as it fits without anything meeting in time. */
function join(whole: Block, child: Block, born: number | null, margin: number): void {
  let offset = born === null ? 0 : 1;
  const meets = (row: number, from: number, to: number) => row < whole.from.length && from <= whole.to[row] + margin && to + margin >= whole.from[row];
  for (; offset < whole.from.length; offset++) {
    const under = offset; // for the closures below
    const blocked = child.from.some((from, row) => meets(under + row, from, child.to[row]));
    const crossed = born !== null && Array.from({ length: under - 1 }, (_, i) => i + 1).some((row) => born >= whole.from[row] && born <= whole.to[row] + margin);
    if (!blocked && !crossed) break;
    if (crossed) {
      offset = whole.from.length; // every place further down would be crossed too
      break;
    }
  }
  if (born !== null && offset > 1) for (let row = 1; row < Math.min(offset, whole.from.length); row++) whole.from[row] = Math.min(whole.from[row], born);
  child.from.forEach((from, row) => {
    const at = offset + row;
    whole.from[at] = Math.min(whole.from[at] ?? Infinity, from);
    whole.to[at] = Math.max(whole.to[at] ?? -Infinity, child.to[row]);
  });
  for (const [place, row] of child.rows) whole.rows.push([place, row + offset]);
}
