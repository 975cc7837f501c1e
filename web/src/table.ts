// Tables that can be sorted by any column, with the mouse or the keyboard, and taken along as CSV.

import { csvButton, h } from "./dom";

export type Value = string | number | null;

export interface Column {
  title: string;
  /** Of the CSV file, where the title says too little; null leaves the column out, and it cannot be sorted by. */
  name?: string | null;
  numeric?: boolean;
  /** Left out where no row has a value in it. */
  optional?: boolean;
  /** Left out where there is little room. */
  wide?: boolean;
  /** What the column means, shown under the pointer. */
  about?: string;
}

export interface Row {
  /** What it is sorted by and what the CSV file holds, one for each column. */
  values: Value[];
  /** Called only for rows that are seen. */
  draw(): HTMLElement;
}

type Order = "ascending" | "descending";

export class Table {
  /** Put it beside the title of the table. */
  readonly csv: HTMLElement;
  readonly element: HTMLElement;
  private readonly heads: HTMLElement[];
  private readonly body = h("tbody");
  private rows: Row[] = [];
  private limit = Infinity;
  private absent: boolean[] = [];
  private by: { column: number; order: Order } | null = null;

  constructor(
    name: string,
    private readonly columns: Column[],
    classes = "",
  ) {
    this.csv = csvButton(`table ${name}`, () => this.cells());
    this.heads = columns.map(({ title, name, numeric, about }, column) =>
      h(numeric ? "th.number" : "th", { scope: "col", title: about }, name === null ? title : h("button.sort", { type: "button", onclick: () => this.sort(column) }, title)),
    );
    this.element = h("div.scroll", { tabindex: 0, role: "region", "aria-label": `table: ${name}` }, h(`table${classes}`, {}, h("thead", {}, h("tr", {}, this.heads)), this.body));
    this.mark();
  }

  /** Show rows in the order that was chosen, or else in this one, as many as the limit allows. */
  show(rows: Row[], limit = Infinity): void {
    this.rows = rows;
    this.limit = limit;
    this.absent = this.columns.map(({ optional }, i) => optional === true && rows.every((row) => row.values[i] === null));
    const seen = this.sorted().slice(0, limit).map((row) => row.draw());
    for (const cells of [this.heads, ...seen.map((row) => [...row.children])]) {
      cells.forEach((cell, i) => {
        cell.toggleAttribute("hidden", this.absent[i]);
        cell.classList.toggle("wide", this.columns[i].wide === true);
      });
    }
    this.body.replaceChildren(...seen);
  }

  /** Sort by a column, then the other way round, then not at all; numbers begin with the largest. */
  private sort(column: number): void {
    const orders: Order[] = this.columns[column].numeric ? ["descending", "ascending"] : ["ascending", "descending"];
    const next = this.by?.column === column ? orders[orders.indexOf(this.by.order) + 1] : orders[0];
    this.by = next ? { column, order: next } : null;
    this.mark();
    this.show(this.rows, this.limit);
  }

  private mark(): void {
    this.heads.forEach((head, column) => {
      if (this.columns[column].name !== null) head.setAttribute("aria-sort", this.by?.column === column ? this.by.order : "none");
    });
  }

  private sorted(): Row[] {
    if (!this.by) return this.rows;
    const { column, order } = this.by;
    const sign = order === "ascending" ? 1 : -1;
    const known = this.rows.filter((row) => row.values[column] !== null);
    const unknown = this.rows.filter((row) => row.values[column] === null); // last in either order
    return [...known.sort((a, b) => sign * compared(a.values[column]!, b.values[column]!)), ...unknown];
  }

  private cells(): Value[][] {
    const kept = this.columns.map((column, i) => ({ ...column, i })).filter((column) => column.name !== null && !this.absent[column.i]);
    return [kept.map(({ name, title }) => name ?? title), ...this.sorted().map((row) => kept.map(({ i }) => row.values[i]))];
  }
}

function compared(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
}
