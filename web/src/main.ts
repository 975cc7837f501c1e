// Where the page begins: a report opened from a file, or a page that follows runs on a server.

import { checked, held, type Data, type Episode } from "./data";
import { h } from "./dom";
import { startLive } from "./live";
import { Report } from "./report";
import { themeButton } from "./theme";

async function begin(): Promise<void> {
  const app = document.getElementById("app")!;
  const data = document.getElementById("data");
  try {
    if (data) await showReport(app, checked(await held<Data>(data)));
    else await startLive(app);
    document.documentElement.dataset.milliseconds = String(Math.round(performance.now()));
    document.documentElement.dataset.ready = "yes";
  } catch (error) {
    app.replaceChildren(h("p.waiting", {}, `This page cannot be shown: ${error instanceof Error ? error.message : error}`));
    throw error;
  }
}

async function showReport(app: HTMLElement, data: Data): Promise<void> {
  let models: Promise<Record<string, string>> | null = null; // unpacked when the first is asked for
  const source = {
    episode: async (id: number): Promise<Episode | null> => data.episodes[id] ?? null,
    mjcf: async (id: number) => (await (models ??= held(document.getElementById("models")!)))[id] ?? null,
  };
  const report: Report = new Report(data, source, [themeButton(() => report.furnish())]);
  app.replaceChildren(report.element);
  report.begin(data);
}

void begin();
