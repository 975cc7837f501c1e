// The live page: which runs there are, or one of them as it goes. News comes as server-sent events.

import { checked } from "./data";
import { bytes, count, duration, h, number, plural } from "./dom";
import { Report } from "./report";
import type { DamagedRun, GenerationUnderWay, Gone, ListedRun, ListedSweep, RecordedEpisode, RunData, RunLimits, WatchedState } from "./schema";
import { themeButton } from "./theme";
import { UnderWay } from "./underway";

const QUIET = 90; // seconds after which a process that says nothing is remarked on
const PAUSE = 2000; // ms at least between two times that data is fetched

export async function startLive(app: HTMLElement): Promise<void> {
  const name = /^\/run\/([^/]+)\/$/.exec(location.pathname)?.[1];
  if (name === undefined) showRuns(app);
  else await showRun(app, name);
}

// --- one run --------------------------------------------------------------------------------

async function showRun(app: HTMLElement, name: string): Promise<void> {
  const api = `/api/run/${name}`;
  const fetched = async (): Promise<RunData> => {
    const answer = await fetch(`${api}/data`);
    if (!answer.ok) throw new Error(await answer.text());
    return checked(await answer.json());
  };
  const source = {
    episode: async (id: number): Promise<RecordedEpisode | null> => {
      const answer = await fetch(`${api}/species/${id}/episode`);
      return answer.ok ? answer.json() : null;
    },
    mjcf: async (id: number) => {
      const answer = await fetch(`${api}/species/${id}/mjcf`);
      return answer.ok ? answer.text() : null;
    },
  };
  let data = await fetched();
  const bar = new Bar(api);
  const others = h("a.all-runs", { href: "/runs/", hidden: true }, "All runs");
  const underway = new UnderWay(async (): Promise<GenerationUnderWay | null> => {
    const answer = await fetch(`${api}/underway`);
    const found = answer.ok ? await answer.json() : null; // null between two generations
    return found && checked(found);
  }, data.run.floor);
  const furnish = () => (report.furnish(), underway.furnish());
  const tools = [others, themeButton(furnish)];
  const report: Report = new Report(data, source, tools);
  report.element.querySelector(".top")!.after(bar.element);
  report.element.querySelector(".hero")!.after(underway.element);
  app.replaceChildren(report.element);
  report.begin(data);
  note(data);
  let shown = "";
  let busy = false;
  let last: WatchedState | null = null;
  const renew = async (): Promise<void> => {
    // One at a time; what lands meanwhile is fetched afterwards.
    if (busy || !last || String(last.mark) === shown) return;
    busy = true;
    const wanted = String(last.mark);
    try {
      data = await fetched();
      shown = wanted;
      report.update(data);
      bar.show(last, data);
      note(data);
    } catch {
      // the server is away or the run cannot be read now; it is tried again after the pause
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    busy = false;
    void renew();
  };
  listen(`${api}/events`, (state: WatchedState | Gone) => {
    if ("gone" in state) return bar.lost(`This run cannot be read now: ${state.gone}`);
    last = state;
    others.hidden = state.alone;
    bar.show(state, data);
    const { generation, updates, rewards } = state.working ?? {};
    underway.show(generation !== undefined && updates && rewards && state.working?.doing === "Training" ? { generation, updates, rewards } : null);
    void renew();
  }, () => bar.lost("The connection is lost; trying again …"));
}

/** Leave a word for tests: how far the page has come. */
function note(data: RunData): void {
  document.documentElement.dataset.updates = String(data.run.spent.updates);
  document.documentElement.dataset.generations = String(data.generations.length);
}

/** What a run is doing now, and the way to stop it. */
class Bar {
  private readonly words = h("span.words", { role: "status" });
  private readonly figures = h("span.live-figures");
  private readonly progress = h("progress", { max: 1, "aria-label": "how much is done" }) as HTMLProgressElement;
  private readonly button = h("button.small", { type: "button" });
  private stopping = false;
  readonly element = h("section.live", { "aria-label": "what is going on" }, h("i.pulse"), this.words, this.figures, this.progress, this.button);

  constructor(api: string) {
    this.button.addEventListener("click", () => {
      this.button.setAttribute("disabled", "");
      void fetch(`${api}/stop${this.stopping ? "?take-back" : ""}`, { method: "POST" })
        .then(async (answer) => !answer.ok && (this.words.textContent = await answer.text()))
        .finally(() => this.button.removeAttribute("disabled"));
    });
  }

  lost(reason: string): void {
    this.element.dataset.state = "lost";
    this.words.textContent = reason;
    this.figures.replaceChildren();
    this.progress.hidden = this.button.hidden = true;
  }

  show(state: WatchedState, data: RunData): void {
    const { working } = state;
    this.stopping = state.stopping;
    this.element.dataset.state = working ? (state.stopping ? "stopping" : "working") : state.done ? "done" : "stopped";
    this.progress.hidden = !working;
    this.button.hidden = !working || !state.may_stop;
    this.element.title = working && !state.may_stop ? "To stop the run from here, open the link that nge watch printed: it holds the token." : "";
    this.button.textContent = state.stopping ? "Go on after all" : "Stop after this update";
    if (!working) {
      this.words.textContent = state.done ? "Finished: a limit is reached." : `Not running. Go on with: nge resume ${state.folder}`;
      this.figures.replaceChildren();
      return;
    }
    const { generation = 0, update = 0, updates = 1, steps = 0, of = 1, began = 0, now = 0, memory = 0, doing } = working;
    const pace = now > began ? steps / (now - began) : 0;
    const evolves = state.limits.updates === null;
    const under = evolves ? `generation ${generation}` : `update ${count(Math.min(update + 1, updates))} of ${count(updates)}`;
    const share = Math.min(1, Math.max(steps / of, update / updates)); // steps are those since this process began
    const silent = Date.now() / 1000 - now;
    this.words.textContent =
      silent > QUIET ? `Quiet for ${duration(silent)} in ${under}` : state.stopping ? "Stops after this update" : `${doing ?? "Training"} ${under}`;
    this.progress.value = share;
    const left = remaining(data, state.limits, pace, share);
    const figure = (value: string, about: string) => h("span", {}, h("b", {}, value), ` ${about}`);
    this.figures.replaceChildren(
      doing === "Training" && !steps ? h("span", {}, "compiling; the first update takes longest") : "",
      figure(`${Math.round(100 * share)} %`, evolves ? "of it" : "done"),
      pace ? figure(count(pace), "control steps/s") : "",
      left === null ? "" : figure(`≈ ${duration(left)}`, "left"),
      memory ? figure(bytes(memory), "memory") : "",
    );
  }
}

/** Seconds until the first limit is reached, as far as can be told; null without a limit. */
function remaining(data: RunData, limits: RunLimits, pace: number, share: number): number | null {
  const { spent, steps_per_generation: each } = data.run;
  const seconds = spent.generations ? spent.seconds / spent.generations : pace ? each / pace : null;
  const recent = data.generations.slice(-6);
  const usual = recent.length > 1 ? (recent.at(-1)!.seconds - recent[0].seconds) / (recent.length - 1) : seconds;
  if (usual === null) return null;
  const now = usual * (1 - share);
  const found: number[] = [];
  if (limits.max_generations !== null) found.push(now + usual * Math.max(0, limits.max_generations - spent.generations - 1));
  if (limits.max_steps !== null) found.push(now + usual * Math.max(0, Math.ceil((limits.max_steps - spent.steps) / each) - 1));
  if (limits.max_hours !== null) found.push(Math.max(now, 3600 * limits.max_hours - spent.seconds));
  return found.length ? Math.min(...found) : null;
}

// --- the list of runs -----------------------------------------------------------------------

function showRuns(app: HTMLElement): void {
  const list = h("ul.run-list");
  const [note, sweep] = [h("p.lead"), h("div.sweep")];
  app.replaceChildren(
    h("div.runs", {}, h("div.bar-top", {}, h("a.name", { href: "/" }, "nge"), h("span.contents"), themeButton(() => undefined)), h("header.top", {}, h("h1", {}, "Runs"), note, sweep), h("main", {}, list)),
  );
  const show = (found: (ListedRun | DamagedRun)[]) => {
    const [runs, damaged] = [found.filter((one) => !("problem" in one)) as ListedRun[], found.filter((one) => "problem" in one) as DamagedRun[]];
    const going = runs.filter((run) => run.working).length;
    note.textContent = runs.length ? `${plural(runs.length, "run")}, ${going || "none"} running${damaged.length ? `; ${plural(damaged.length, "folder")} cannot be read` : ""}. This page follows by itself.` : "No run here yet. ‘nge evolve’ and ‘nge train’ make one; it will appear here.";
    list.replaceChildren(
      ...runs.map((run) => {
        const state = run.working ? (run.stopping ? "stopping" : "working") : run.done ? "done" : "stopped";
        const words = { working: "running", stopping: "stopping", done: "finished", stopped: "not running" }[state];
        return h(
          "li",
          {},
          h(
            "a.run",
            { href: `/run/${encodeURIComponent(run.name)}/`, "data-state": state },
            h("span.run-name", {}, h("i.pulse"), run.name),
            h("span.run-what", {}, run.what),
            spark(run.curve),
            h("span.run-figure", {}, h("b", {}, number(run.best)), " best"),
            h("span.run-figure", {}, h("b", {}, run.goal ? `${run.count} / ${run.goal}` : String(run.count)), ` ${(run.goal ?? run.count) === 1 ? run.unit.replace(/s$/, "") : run.unit}`),
            h("span.run-figure", {}, h("b", {}, duration(run.seconds)), " of work"),
            h("span.run-state", {}, words),
          ),
        );
      }),
      ...damaged.map(({ name, problem }) => h("li.run", { "data-state": "damaged" }, h("span.run-name", {}, h("i.pulse"), name), h("span.run-problem", {}, problem), h("span.run-state", {}, "cannot be read"))),
    );
    document.documentElement.dataset.ready = "yes";
  };
  const follow = async () => {
    const answer = await fetch("/api/sweep").catch(() => null);
    if (answer?.ok) sweep.replaceChildren(...sweepProgress(await answer.json()));
  };
  listen("/api/events", (runs: (ListedRun | DamagedRun)[]) => Array.isArray(runs) && (show(runs), void follow()), () => (note.textContent = "The connection is lost; trying again …"));
}

/** How far a sweep as a whole is, and what failed. */
function sweepProgress(sweep: ListedSweep | null): Element[] {
  if (!sweep) return [];
  const states = Object.entries(sweep.states).map(([state, count]) => `${count} ${state}`);
  const share = Math.min(1, sweep.steps / Math.max(1, sweep.planned));
  return [
    ...(sweep.about ? [h("p.lead", {}, sweep.about)] : []),
    h("p", {}, `Sweep of ${plural(Object.values(sweep.states).reduce((a, b) => a + b, 0), "run")}: ${states.join(", ")}; ${Math.round(100 * share)} % of ${count(sweep.planned)} control steps.`),
    h("progress", { value: String(share), max: "1", "aria-label": "how much of the sweep is done" }),
    ...Object.entries(sweep.failures).map(([name, reason]) => h("p.run-problem", {}, `${name} failed: ${reason}`)),
  ];
}

/** A curve the size of a word. */
function spark(values: (number | null)[]): Element {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const points = values.map((value, i) =>
    value === null ? "" : `${(100 * i) / Math.max(1, values.length - 1)},${22 - (20 * (value - low)) / (high - low || 1)}`,
  );
  const box = document.createElement("span");
  box.className = "spark";
  box.innerHTML = `<svg viewBox="-2 0 104 24" preserveAspectRatio="none" aria-hidden="true"><polyline points="${points.join(" ")}"/></svg>`;
  return box;
}

function listen<T>(address: string, heard: (value: T) => void, lost: () => void): void {
  const events = new EventSource(address);
  events.onmessage = (event) => heard(JSON.parse(event.data));
  events.onerror = () => {
    lost();
    // A browser gives up for good when the server answers with an error.
    if (events.readyState === EventSource.CLOSED) setTimeout(() => listen(address, heard, lost), 3000);
  };
}
