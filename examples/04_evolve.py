"""Evolve fish for a few generations, then look at what was found."""

import nge


def show(generation):
    best = generation.best
    print(f"generation {generation.number}: best {best.fitness:.2f}, {len(best.body)} parts")


run = nge.evolve(
    "fish",
    run="runs/example",  # a second start goes on, or ends at once
    max_generations=4,
    show=show,
    population={"size": 8, "updates": 5},
)

winner = run.best()
print(f"species {winner} and its ancestors: {run.lineage(winner)}")
for row in run.generations():
    stats = row["stats"]
    print(f"{row['number']}: {row['steps']:,} steps, {stats['topologies']} topologies")
body, train_state = run.body(winner), run.train_state(winner)  # a body and its trained controller
print(f"{len(body)} parts; scores as a data frame: run.frame()")
