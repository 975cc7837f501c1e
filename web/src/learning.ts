// Numbers of updates as given bodies learned: which one, and against what.

import { Plot } from "./charts";
import type { Model } from "./data";
import { fine, h } from "./dom";
import { banded, Choice } from "./lines";

/** What is shown of every number: its name, its axis with the unit, and what it means. */
const NUMBERS: Record<string, [name: string, axis: string, about: string]> = {
  mean_return: ["return", "return (sum of rewards)", "Mean undiscounted return of the whole training episodes that ended, actions sampled."],
  reward: ["reward", "reward per control step", "Mean reward over all copies and control steps."],
  kl: ["KL", "KL divergence (nat)", "How far an update moved the policy’s actions from those of its rollout; the learning rate follows it."],
  policy_loss: ["policy loss", "policy loss", "What the policy minimises, in the last pass of an update."],
  value_loss: ["value loss", "value loss (scaled returns, squared)", "Half the squared error of the critic, in the last pass of an update."],
  clipped: ["clipped", "share of actions (0 to 1)", "Share of actions whose ratio was beyond the clip, in the last pass of an update."],
  std: ["std", "std of actions (command)", "Standard deviation of the actions during the rollout, mean over motors."],
  rate: ["learning rate", "learning rate", "Learning rate of an update."],
  explained: ["explained", "share of variance (up to 1)", "Share of the variance of the returns that the critic predicted before it learned from them; 0 is no better than a constant."],
  gradient: ["gradient", "length of the gradient", "Length of the policy’s gradient before it is shortened, in the last pass of an update."],
};
const AXES: Record<string, string> = { "control steps": "control steps of each species", hours: "hours of work" };
export const RETURN = "mean_return";
export const OTHERS = Object.keys(NUMBERS).filter((name) => name !== RETURN);

export class LearningCurves {
  readonly element: HTMLElement;
  readonly plot = new Plot();
  private readonly note = h("p.note");
  private readonly which: Choice;
  private readonly axis: Choice;
  private model: Model | null = null;

  constructor(title: string, private readonly numbers: string[]) {
    this.which = new Choice("number", numbers.map((name) => NUMBERS[name][0]), () => this.furnish());
    this.axis = new Choice("horizontal axis", Object.keys(AXES), () => this.furnish());
    const several = numbers.length > 1;
    this.element = h("div.curve", {}, h("div.curve-head", {}, h("h2", {}, title), h("div.choices", {}, several && this.which.element, this.axis.element, this.plot.csv)), this.plot.element, several && this.note);
  }

  show(model: Model): void {
    this.model = model;
    this.element.hidden = !model.data.updates.lines.length || !model.data.run.spent.updates;
    this.furnish();
  }

  furnish(): void {
    if (!this.model || this.element.hidden) return;
    const { axes, lines, window } = this.model.data.updates;
    const which = this.numbers.find((name) => NUMBERS[name][0] === this.which.chosen)!;
    const [name, unit, about] = NUMBERS[which];
    const axis = this.axis.chosen;
    const seeds = Math.max(...lines.map((line) => line.species.length));
    this.note.textContent = [
      about,
      window > 1 && `A point is the mean of ${window} updates.`,
      seeds > 1 && `Lines are ${seeds > 3 ? "interquartile means" : "means"} over the seeds of a body, bands reach from the lowest to the highest seed.`,
    ].filter(Boolean).join(" ");
    const label = ({ name, species }: (typeof lines)[number]) => (species.length > 1 ? `${name}, ${species.length > 3 ? "middle" : "mean"} of ${species.length} seeds` : this.model!.species[species[0]].label);
    this.plot.show({
      xLabel: AXES[axis],
      xShort: axis,
      yLabel: unit,
      label: `${name} against ${axis}`,
      spent: true,
      height: this.numbers.length > 1 ? Math.round(Math.min(520, Math.max(280, 0.45 * innerHeight))) : undefined,
      format: fine,
      ...banded(lines.map((line) => ({ label: label(line), at: axes[axis], ...line.numbers[which] }))),
    });
  }
}
