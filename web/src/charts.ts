// Curves with uPlot: one look for all, axes with units, values under the pointer.

import uPlot from "uplot";
import { colour, count, csvButton, font, h, MINUS, number, svg } from "./dom";

export interface Series {
  label: string;
  values: (number | null)[];
  colour: string;
  width?: number;
  fill?: string;
  /** Shown only as the edge of a band. */
  quiet?: boolean;
  dash?: number[];
  points?: boolean;
  /** Series that hold the upper and the lower edge of its interval. */
  edges?: [number, number];
}

export interface Chart {
  x: number[];
  xLabel: string;
  yLabel: string;
  series: Series[];
  /** Between an upper and a lower series. */
  bands?: { between: [number, number]; fill: string; label?: string }[];
  xShort?: string;
  /** x is a budget: it begins at 0, and a line keeps its value between its points. */
  spent?: boolean;
  /** Ticks at whole numbers only. */
  whole?: boolean;
  /** Without a legend. */
  silent?: boolean;
  range?: [number, number];
  height?: number;
  label: string;
  format?: (value: number) => string;
}

const LEGEND = 40; // px below a chart that fills its element

/** A chart in an element that it fills, and fills again when its size changes. */
export class Plot {
  readonly element = h("figure.plot", { tabindex: 0 });
  /** Put it beside the title of the chart. */
  readonly csv = csvButton("curves", () => this.cells());
  private readonly legend = h("ul.legend");
  private plot: uPlot | null = null;
  private chart: Chart | null = null;
  private readonly watcher = new ResizeObserver(() => this.resize());

  constructor() {
    this.watcher.observe(this.element);
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  show(chart: Chart): void {
    this.chart = chart;
    this.element.setAttribute("aria-label", `${chart.label}; arrow keys read the values`);
    this.csv.setAttribute("aria-label", `${chart.label} as CSV`);
    this.draw();
  }

  draw(): void {
    const chart = this.chart;
    const width = this.element.clientWidth;
    if (!chart || !width) return;
    this.plot?.destroy();
    const ink = colour("muted");
    const rule = colour("line");
    const axis = (label: string): Partial<uPlot.Axis> => ({
      stroke: ink,
      font: font(12),
      labelFont: font(12),
      label,
      labelSize: 20,
      labelGap: 2,
      gap: 5,
      grid: { stroke: rule, width: 1 },
      ticks: { show: false },
    });
    this.plot = new uPlot(
      {
        width,
        height: chart.height ?? this.tall(),
        padding: [10, 14, 0, 0],
        scales: {
          x: { time: false, range: chart.spent ? [0, 1.01 * chart.x.at(-1)!] : chart.x.length === 1 ? [chart.x[0] - 1, chart.x[0] + 1] : undefined },
          y: chart.range ? { range: chart.range } : {},
        },
        cursor: { points: { size: 7 }, drag: { x: false, y: false }, dataIdx: (plot, series, at) => (chart.spent ? known(plot.data[series], at) : at) },
        legend: { show: false },
        hooks: { setCursor: [(plot) => this.read(plot.cursor.idx ?? null)] },
        axes: [
          { ...axis(chart.xLabel), size: 26, space: 60, grid: { show: false }, values: (_, ticks) => ticks.map((v) => (v >= 10000 ? count(v) : String(v))), incrs: chart.x.at(-1)! < 10 && chart.spent ? undefined : [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7, 2e7, 5e7, 1e8, 2e8, 5e8, 1e9] },
          { ...axis(chart.yLabel), size: (_, ticks) => wide(ticks), space: 36, ...(chart.whole ? { incrs: [1, 2, 5, 10, 20, 50, 100] } : {}), values: (_, ticks) => ticks.map((v) => (Math.abs(v) >= 10000 ? count(v) : String(v).replace("-", MINUS))) },
        ],
        series: [
          {},
          ...chart.series.map((series) => ({
            label: series.label,
            stroke: series.colour,
            width: series.width ?? 2,
            fill: series.fill,
            dash: series.dash,
            spanGaps: true,
            points: { show: series.points ?? chart.x.length < 3, size: 5, fill: series.colour },
          })),
        ],
        bands: (chart.bands ?? []).map((band) => ({
          series: [band.between[0] + 1, band.between[1] + 1],
          fill: band.fill,
        })),
      },
      [chart.x, ...chart.series.map((series) => series.values)] as uPlot.AlignedData,
      this.element,
    );
    this.element.append(this.legend);
    this.read(null);
  }

  /** Say what the lines are and, under the pointer, what they show. */
  private read(index: number | null): void {
    const chart = this.chart!;
    if (chart.silent) return;
    const value = (series: Series) => {
      if (index === null) return "";
      const at = chart.spent ? known(series.values, index) : index;
      if (series.values[at] == null) return "";
      const text = chart.format ?? number;
      const [high, low] = (series.edges ?? []).map((edge) => text(chart.series[edge].values[at]!));
      return ` ${text(series.values[at])}${low ? ` [${low}, ${high}]` : ""}`;
    };
    const edges = (between: [number, number]) =>
      index === null ? "" : ` ${number(chart.series[between[1]].values[index])} to ${number(chart.series[between[0]].values[index])}`;
    const x = index === null ? null : chart.x[index];
    this.legend.replaceChildren(
      ...chart.series
        .filter((series) => !series.quiet)
        .reverse()
        .map((series) => h("li", {}, swatch(series.colour, series.dash), series.label, h("b", {}, value(series)))),
      ...(chart.bands ?? [])
        .filter((band) => band.label)
        .reverse()
        .map((band) => h("li.band", { style: `--hue:${band.fill}` }, band.label!, h("b", {}, edges(band.between)))),
      x === null ? "" : h("li.where", {}, `${chart.xShort ?? chart.xLabel} `, h("b", {}, x >= 10000 ? count(x) : chart.spent ? number(x) : x)),
    );
  }

  private cells(): (string | number | null)[][] {
    if (!this.chart) return [];
    const { x, xLabel, series } = this.chart;
    const named = series.filter((one) => one.label);
    return [[xLabel, ...named.map((one) => one.label)], ...x.map((at, i) => [at, ...named.map((one) => one.values[i])])];
  }

  dispose(): void {
    this.watcher.disconnect();
    this.plot?.destroy();
  }

  private tall(): number {
    return Math.max(180, this.element.clientHeight - LEGEND);
  }

  private resize(): void {
    if (!this.plot) this.draw();
    else if (this.chart && this.element.clientWidth && (this.plot.width !== this.element.clientWidth || (!this.chart.height && this.plot.height !== this.tall()))) {
      this.plot.setSize({
        width: this.element.clientWidth,
        height: this.chart.height ?? this.tall(),
      });
    }
  }

  private key(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !this.plot || !this.chart) return;
    const last = this.chart.x.length - 1;
    const at = Math.min(last, Math.max(0, (this.plot.cursor.idx ?? (step > 0 ? -1 : last + 1)) + step));
    this.plot.setCursor({ left: this.plot.valToPos(this.chart.x[at], "x"), top: 10 });
    event.preventDefault();
  }
}

/** Pixels that the ticks of an upright axis take, so that its title stands beside them. */
function wide(ticks: string[] | null): number {
  pen.font = font(12);
  return Math.max(44, ...(ticks ?? []).map((tick) => Math.ceil(pen.measureText(tick ?? "").width) + 12));
}

const pen = document.createElement("canvas").getContext("2d")!;

/** Where a line that keeps its value between its points had its last one; `at` itself outside of them. */
function known(values: ArrayLike<number | null | undefined>, at: number): number {
  let [before, after] = [at, at];
  while (before >= 0 && values[before] == null) before--;
  while (after < values.length && values[after] == null) after++;
  return before < 0 || after === values.length ? at : before;
}

/** A piece of a line, for legends. */
export function swatch(stroke: string, dash: number[] = []): SVGElement {
  return svg("svg.swatch", { viewBox: "0 0 26 4", "aria-hidden": "true" }, svg("path", { d: "M1 2H25", stroke, "stroke-dasharray": dash.join(" ") }));
}

/** A colour with another opacity. */
export function faint(hex: string, opacity: number): string {
  const value = parseInt(hex.slice(1), 16);
  return `rgb(${value >> 16} ${(value >> 8) & 255} ${value & 255} / ${opacity})`;
}
