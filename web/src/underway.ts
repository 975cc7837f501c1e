// The generation that is being trained: its bodies, and the reward of every species, update by update.

import { Plot } from "./charts";
import { bodyOf, type Part } from "./data";
import { fine, h, operatorName, plural } from "./dom";
import { banded, key } from "./lines";
import type { GenerationUnderWay, Numbers } from "./schema";
import { thumbnail } from "./thumb";

export interface Training {
  generation: number;
  updates: number;
  /** Mean reward of a control step, by species and update. */
  rewards: Record<number, Numbers>;
}

const LEGEND = 8; // lines up to which the chart names them; the cards always do

export class UnderWay {
  private readonly title = h("h2");
  private readonly plot = new Plot();
  private readonly cards = h("ul.cards");
  readonly element = h(
    "section.part",
    { id: "underway", hidden: true },
    h("div.titled", {}, this.title, this.plot.csv),
    h("p.lead", {}, "The species that are being trained now. The curve is the mean reward of a control step, actions sampled, update by update."),
    this.plot.element,
    this.cards,
  );
  private found: GenerationUnderWay | null = null;
  private bodies: Part[][] = [];
  private training: Training | null = null;
  private asked = -1;

  constructor(
    private readonly ask: () => Promise<GenerationUnderWay | null>,
    private readonly floor: boolean,
  ) {}

  /** Show what is known of a generation; null where none is being trained. */
  show(training: Training | null): void {
    this.training = training;
    if (training && training.generation !== this.asked) {
      this.asked = training.generation;
      void this.ask().then((found) => {
        this.found = found;
        this.bodies = found ? found.bodies.map((_, row) => bodyOf(found, row)) : [];
        if (!found) this.asked = -1; // asked again with the next word of the run
        this.furnish();
      }, () => (this.asked = -1));
    }
    this.furnish();
  }

  /** Draw it in the colours of the theme. */
  furnish(): void {
    const { training, found } = this;
    this.element.hidden = !training || found?.generation !== training.generation;
    if (this.element.hidden || !training || !found) return;
    this.title.textContent = `Generation ${found.generation}, in training`;
    const rewards = found.species.map(({ id }) => training.rewards[id] ?? []);
    this.plot.element.hidden = this.plot.csv.hidden = rewards.every((some) => !some.length);
    const at = Array.from({ length: training.updates }, (_, i) => i + 1);
    if (!this.plot.element.hidden) {
      this.plot.show({
        xLabel: "update",
        yLabel: "reward per control step",
        label: `Rewards of generation ${found.generation}`,
        height: 260,
        format: fine,
        silent: found.species.length > LEGEND,
        ...banded(found.species.map(({ id }, row) => ({ label: `species ${id}`, at, middle: at.map((_, i) => rewards[row][i] ?? null), low: [], high: [] }))),
      });
    }
    const model = { body: (row: number) => this.bodies[row], data: { run: { floor: this.floor } } };
    this.cards.replaceChildren(
      ...found.species.map(({ id, parent, operator, born }, row) =>
        h(
          "li.card",
          {},
          thumbnail(model, row, 112, 80),
          h("span.name-of", {}, key(row), `Species ${id}`),
          h("span.about", {}, `${plural(this.bodies[row].length, "part")}, ${born < found.generation ? `since generation ${born}` : parent === null ? operatorName(operator).toLowerCase() : `${operatorName(operator)} of ${parent}`}`),
          h("span.about", {}, rewards[row].length ? `reward ${fine(rewards[row].at(-1))}` : "no update yet"),
        ),
      ),
    );
  }
}
