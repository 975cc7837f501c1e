// Lines of groups, each with the band around it, and buttons to choose what they show.

import { faint, swatch, type Chart, type Series } from "./charts";
import { colour, h } from "./dom";

/** A line and its edges, which have nothing in them where there is no band; null where there is no number. */
export interface Banded {
  label: string;
  at: number[];
  middle: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
}

export const HUES = 8; // groups with a colour of their own
const DASHES = [[], [10, 4], [2, 3], [9, 3, 2, 3]];
const FEW = 15; // points that are marked one by one

/** Groups as a chart draws them; the first is drawn last, over the others. */
export function banded(lines: Banded[]): Required<Pick<Chart, "x" | "series" | "bands">> {
  const x = [...new Set(lines.flatMap((line) => line.at))].sort((a, b) => a - b);
  const series: Series[] = [];
  const bands: { between: [number, number]; fill: string }[] = [];
  for (const index of [...lines.keys()].reverse()) {
    const [line, hue] = [lines[index], colour(`group-${index % HUES}`)];
    const own = new Map(line.at.map((at, i) => [at, i]));
    const placed = (values: (number | null)[]) => x.map((at) => (own.has(at) ? values[own.get(at)!] : null));
    const edge = (label: string, values: (number | null)[]): Series => ({ label: `${line.label}, ${label}`, values: placed(values), colour: faint(hue, 0), width: 0, quiet: true, points: false });
    const edges: [number, number] | undefined = line.low.some((value) => value !== null) ? [series.length, series.length + 1] : undefined;
    if (edges) {
      series.push(edge("upper", line.high), edge("lower", line.low));
      bands.push({ between: edges, fill: faint(hue, 0.16) });
    }
    series.push({ label: line.label, values: placed(line.middle), colour: hue, dash: dashOf(index), points: line.at.length <= FEW, edges });
  }
  return { x, series, bands };
}

/** The piece of line of a group, which takes on the theme's colour by itself. */
export function key(index: number): SVGElement {
  return swatch(`var(--group-${index % HUES})`, dashOf(index));
}

function dashOf(index: number): number[] {
  return DASHES[(index + Math.floor(index / HUES)) % DASHES.length]; // another one when colours come again
}

/** Buttons of which one is pressed. */
export class Choice {
  readonly element: HTMLElement;
  chosen: string;

  constructor(label: string, names: string[], changed: () => void) {
    this.chosen = names[0];
    const press = (name: string) => {
      this.chosen = name;
      buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(names[i] === name)));
    };
    const buttons = names.map((name) => h("button.small", { type: "button", onclick: () => (press(name), changed()) }, name));
    press(this.chosen);
    this.element = h("div.group", { role: "group", "aria-label": label }, buttons);
  }
}
