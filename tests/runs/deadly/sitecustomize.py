"""Makes bodies deadly in processes of a run that find this on their path: MuJoCo stops.

DEADLY names the species. Python imports this file by itself before anything else.
"""

import os
import sys

NO_INTEGRATOR = 99  # MuJoCo ends the process when it is to take a step with it


def make_deadly() -> None:
    from nge.rl import rollout

    begin = rollout.RolloutCollector.__init__

    def deadly(self, task, bodies, size, ids, *args, **kwargs):
        begin(self, task, bodies, size, ids, *args, **kwargs)
        for body, species in zip(bodies, ids, strict=True):
            if str(species) in os.environ["DEADLY"].split():
                body.model.opt.integrator = NO_INTEGRATOR

    rollout.RolloutCollector.__init__ = deadly


if "nge." in " ".join(sys.orig_argv):  # packages start processes of their own, too
    make_deadly()
