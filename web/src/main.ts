// Where the page begins: a run, a comparison or a creature that the file holds, or runs on a server.

import { ComparisonPage, type Comparison } from "./comparison";
import { bodyOf, checked, held, type Bodies, type Data, type Episode } from "./data";
import { h } from "./dom";
import { startLive } from "./live";
import { Player } from "./player";
import { Report } from "./report";
import { followTheme, themeButton } from "./theme";

async function begin(): Promise<void> {
  const app = document.getElementById("app")!;
  const found = async <T extends { format: number }>(name: string): Promise<T | null> => {
    const element = document.getElementById(name);
    return element && checked(await held<T>(element));
  };
  try {
    const data = await found<Data>("data");
    const comparison = await found<Comparison>("comparison");
    const creature = await found<Creature>("creature");
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

function showReport(app: HTMLElement, data: Data): void {
  let models: Promise<Record<string, string>> | null = null; // unpacked when the first is asked for
  const source = {
    episode: async (id: number): Promise<Episode | null> => data.episodes[id] ?? null,
    mjcf: async (id: number) => (await (models ??= held(document.getElementById("models")!)))[id] ?? null,
  };
  const report: Report = new Report(data, source, [themeButton(() => report.furnish())]);
  app.replaceChildren(report.element);
  report.begin(data);
}

function showComparison(app: HTMLElement, data: Comparison): void {
  const page: ComparisonPage = new ComparisonPage(data, [themeButton(() => page.furnish())]);
  app.replaceChildren(page.element);
  page.furnish();
}

/** What src/nge/report/notebook.py hands over. */
interface Creature extends Bodies {
  format: number;
  label: string;
  floor: boolean;
  episode: Episode | null;
  still: string;
}

function showCreature(app: HTMLElement, data: Creature): void {
  const player = new Player();
  followTheme(() => player.furnish());
  app.replaceChildren(h("div.whole", {}, player.element));
  player.show({ ...data, body: bodyOf(data, 0) });
}

void begin();
