// Where the page begins: a run, a comparison or a creature that the file holds, or runs on a server.

import { ComparisonPage } from "./comparison";
import { bodyOf, checked, held } from "./data";
import { h } from "./dom";
import { startLive } from "./live";
import { Player } from "./player";
import { Report } from "./report";
import type { ComparedData, CreatureData, RecordedEpisode, RunData } from "./schema";
import { followTheme, themeButton } from "./theme";

async function begin(): Promise<void> {
  const app = document.getElementById("app")!;
  const found = async <T extends { format: number }>(name: string): Promise<T | null> => {
    const element = document.getElementById(name);
    return element && checked(await held<T>(element));
  };
  try {
    const data = await found<RunData>("data");
    const comparison = await found<ComparedData>("comparison");
    const creature = await found<CreatureData>("creature");
    if (data) showReport(app, data);
    else if (comparison) showComparison(app, comparison);
    else if (creature) showCreature(app, creature);
    else await startLive(app);
    document.documentElement.dataset.milliseconds = String(Math.round(performance.now()));
    document.documentElement.dataset.ready = "yes";
  } catch (error) {
    app.replaceChildren(h("p.waiting", {}, `This page cannot be shown: ${error instanceof Error ? error.message : error}`));
    throw error;
  }
}

function showReport(app: HTMLElement, data: RunData): void {
  let models: Promise<Record<string, string>> | null = null; // unpacked when the first is asked for
  const source = {
    episode: async (id: number): Promise<RecordedEpisode | null> => data.episodes[id] ?? null,
    mjcf: async (id: number) => (await (models ??= held(document.getElementById("models")!)))[id] ?? null,
  };
  const report: Report = new Report(data, source, [themeButton(() => report.furnish())]);
  app.replaceChildren(report.element);
  report.begin(data);
}

function showComparison(app: HTMLElement, data: ComparedData): void {
  const page: ComparisonPage = new ComparisonPage(data, [themeButton(() => page.furnish())]);
  app.replaceChildren(page.element);
  page.furnish();
}

function showCreature(app: HTMLElement, data: CreatureData): void {
  const player = new Player();
  followTheme(() => player.furnish());
  app.replaceChildren(h("div.whole", {}, player.element));
  player.show({ ...data, body: bodyOf(data, 0) });
}

void begin();
