// A species on the stage: at rest until its episode is there, and that of newer weights when there are some.

import type { Model } from "./data";
import { Player } from "./player";
import type { RecordedEpisode } from "./schema";

/** Where episodes and files come from: the report itself, or the server of a live page. */
export interface Source {
  episode(id: number): Promise<RecordedEpisode | null>;
  mjcf(id: number): Promise<string | null>;
}

const PATIENCE = 30_000; // ms that an episode is shown at least before that of newer weights takes its place

export class Stage {
  readonly player = new Player();
  private shown = "";
  private since = 0;

  constructor(private readonly source: Source) {}

  show(model: Model, id: number, label: string): void {
    const { run } = model.data;
    const who = `${run.started} ${id} `;
    const now = `${who}${model.species[id].last} ${run.checkpoint}`;
    const other = !this.shown.startsWith(who);
    if (now === this.shown || (!other && !run.done && performance.now() - this.since < PATIENCE)) return;
    [this.shown, this.since] = [now, performance.now()];
    const waits = run.checkpoint === 0;
    const stage = { body: model.body(id), floor: run.floor, label };
    if (other) this.player.show({ ...stage, still: waits ? "At rest until the first checkpoint." : "At rest; its episode is being recorded …" });
    if (waits) return;
    void this.source.episode(id).then(
      (episode) => {
        if (this.shown === now && (episode || other)) this.player.show({ ...stage, episode, still: "At rest: no episode was recorded." });
      },
      () => undefined,
    );
  }

  dispose(): void {
    this.shown = "";
    this.player.dispose();
  }
}
