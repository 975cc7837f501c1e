// What was run: the task, the budget, versions and machine, and every setting.

import { h } from "./dom";
import type { AboutRun } from "./schema";

type Row = [name: string, value: string | number];

/** Show what a run is, what it has spent, and the settings that are not what is usual. */
export function aboutRun(run: AboutRun, what: Row[], ...spent: Row[][]): HTMLElement[] {
  const row = (name: string, value: unknown, changed = false) => [h("dt", {}, name), h(`dd${changed ? ".changed" : ""}`, {}, String(value))];
  const list = (title: string, rows: Row[]) => h("div", {}, h("h3", {}, title), h("dl.facts", {}, rows.map(([name, text]) => row(name, text))));
  const value = (setting: unknown): string => (setting === null ? "none" : typeof setting === "boolean" ? (setting ? "yes" : "no") : typeof setting === "object" ? JSON.stringify(setting) : String(setting));
  const command: Row[] = run.command ? [["Command", run.command]] : [];
  return [
    h(
      "div.columns",
      {},
      list("Experiment", [["Task", `${run.task}: ${run.task_about}`], ...what, ["Started", run.started.replace("T", " ").replace("+00:00", " UTC")], ...command]),
      list("Budget spent", spent.flat()),
      list("Made with", [...Object.entries(run.versions), ...Object.entries(run.machine)]),
    ),
    h("h3", {}, "Settings"),
    h("p.note", {}, "Marked: different from the defaults of the method or policy under this preset."),
    h(
      "div.settings",
      {},
      Object.entries(run.settings).map(([group, settings]) =>
        h("div", {}, h("h4", {}, group === "ppo" ? "PPO" : group), h("dl.facts", {}, Object.entries(settings).map(([name, setting]) => row(name.replaceAll("_", " "), value(setting), JSON.stringify(setting) !== JSON.stringify(run.usual[group]?.[name]))))),
      ),
    ),
  ];
}

/** How much is spent, and of what where that is known. */
export function ofLimit(spent: number, limit: number | null, text: (value: number) => string = String): string {
  return limit === null ? text(spent) : `${text(spent)} of ${text(limit)}`;
}
