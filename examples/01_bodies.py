"""Bodies as values: draw one at random, mutate it, look at it, and write it as text.

Run it with ``python examples/01_bodies.py``. Nothing is simulated here.
"""

import numpy as np

from nge.body.kinds import kind_named
from nge.body.mutate import mutate
from nge.body.serialization import from_json, to_json
from nge.body.space import DesignSpace, SpaceSettings


def main() -> None:
    space = DesignSpace(kind_named("fins"), SpaceSettings(max_parts=8))
    rng = np.random.default_rng(1)
    first = body = space.random_body(rng)
    print(f"a random body: {len(body)} parts, parents {body.parents}")

    for _ in range(5):
        mutation = mutate(body, space, rng)
        body = mutation.child  # the parent is unchanged: an edit returns a new body
        print(
            f"{mutation.operator:<10} -> {len(body)} parts,"
            f" added {mutation.added}, removed {mutation.removed}, changed {mutation.changed}"
        )

    print(f"part ids now: {[part.id for part in body.parts]}")
    print(f"rows they had in the first body: {body.came_from(first)}")

    text = to_json(body)
    print(f"{len(text)} characters of JSON; read back the same: {from_json(text) == body}")
    print(f"tree {body.topology}, body {body.digest}")


if __name__ == "__main__":
    main()
