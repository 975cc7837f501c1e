// Small tools: elements, numbers and words.

type Child = Node | string | number | null | undefined | false | Child[];
type Attributes = Record<string, unknown>;

/** Make an element: h("a.quiet", { href: "#" }, "text"). */
export function h(what: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  return filled(document.createElement(what.split(".")[0] || "div"), what, attributes, children);
}

export function svg(what: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", what.split(".")[0]), what, attributes, children);
}

function filled<T extends Element>(element: T, what: string, attributes: Attributes, children: Child[]): T {
  const classes = what.split(".").slice(1);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(element: Element, children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/** A heading with buttons beside it. */
export function titled(title: string, ...tools: Child[]): HTMLElement {
  return h("div.titled", {}, h("h2", {}, title), tools);
}

export const MINUS = "−";

/** A number with as many digits as its size deserves; `—` where there is none. */
export function number(value: number | null | undefined, digits = 3): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "—";
  const size = Math.abs(value) < 5e-5 ? 0 : Math.abs(value);
  const decimals = size === 0 ? 0 : Math.max(0, Math.min(digits + 1, digits - 1 - Math.floor(Math.log10(size))));
  const text = size >= 10000 ? Math.round(size).toLocaleString("en") : size.toFixed(decimals);
  return (value < 0 && Number(text.replaceAll(",", "")) !== 0 ? MINUS : "") + text.replaceAll(",", " ");
}

/** A number that may be far smaller than others are shown: 7.1e−4. */
export function fine(value: number | null | undefined): string {
  return value && Math.abs(value) < 0.001 ? value.toExponential(1).replaceAll("-", MINUS) : number(value);
}

export function signed(value: number | null): string {
  return value === null ? "—" : (value > 0 ? "+" : "") + number(value);
}

/** A count: 1 234, 56.7 k, 1.23 M, 4.5 G. */
export function count(value: number): string {
  if (value < 10000) return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, " ");
  const [unit, size] = value < 1e6 ? ["k", 1e3] : value < 1e9 ? ["M", 1e6] : ["G", 1e9];
  return `${(value / (size as number)).toPrecision(3)} ${unit}`;
}

export function bytes(value: number): string {
  return value < 1e9 ? `${Math.round(value / 1e6)} MB` : `${(value / 1e9).toFixed(1)} GB`;
}

export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172800) return `${(seconds / 3600).toFixed(1)} h`;
  return `${(seconds / 86400).toFixed(1)} days`;
}

export function plural(amount: number, one: string, many = `${one}s`): string {
  return `${count(amount)} ${amount === 1 ? one : many}`;
}

/** The value of a style variable, as the theme has it now. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** The font of canvases: a size in px of a page whose text has 16, scaled with the page; never too small to read. */
export function font(size: number, weight = 400): string {
  const page = getComputedStyle(document.documentElement);
  const whole = Math.round((size * parseFloat(page.fontSize)) / 16); // uPlot needs whole px
  return `${weight} ${Math.max(12, whole)}px ${page.fontFamily}`;
}

export function download(name: string, content: BlobPart, type: string): void {
  const link = h("a", { download: name, href: URL.createObjectURL(new Blob([content], { type })) }) as HTMLAnchorElement;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The name of a file about something on this page: the run, then what it is. */
export function fileName(what: string, ending: string): string {
  const words = `${document.title.split(/[:\s]/)[0]} ${what}`.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, "-");
  return `${words.replace(/^-|-$/g, "")}.${ending}`;
}

/** A button that downloads lines of cells as CSV (RFC 4180); numbers have all their digits. */
export function csvButton(what: string, lines: () => (string | number | null | undefined)[][]): HTMLElement {
  const cell = (value: string | number | null | undefined) => (/[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? ""));
  const text = () => lines().map((line) => `${line.map(cell).join(",")}\r\n`).join("");
  return h("button.small.csv", { type: "button", "aria-label": `${what} as CSV`, title: "download as CSV", onclick: () => download(fileName(what, "csv"), text(), "text/csv") }, "CSV");
}

export const OPERATORS: Record<string, string> = {
  add_node: "Add-Node",
  add_graph: "Add-Graph",
  add_pair: "Add-Pair",
  del_graph: "Del-Graph",
  pert_graph: "Pert-Graph",
  tune: "Tune",
  random: "Random body",
  given: "Given body",
  relearn: "Same body, new weights",
};

export function operatorName(name: string): string {
  return OPERATORS[name] ?? name.replaceAll("_", " ");
}
