"""Makes bodies deadly in processes of a run that find this on their path: MuJoCo stops.

DEADLY names the species. Python imports this file by itself before anything else.
"""

import os
import sys

NO_INTEGRATOR = 99  # MuJoCo ends the process when it is to take a step with it


def make_deadly() -> None:
    from nge.physics import cpu

    class DeadlySimulation(cpu.CpuSimulation):
        def __init__(self, bodies, *args, labels=None, **kwargs):
            super().__init__(bodies, *args, labels=labels, **kwargs)
            for body, label in zip(bodies, labels or (), strict=False):
                if str(label) in os.environ["DEADLY"].split():
                    body.model.opt.integrator = NO_INTEGRATOR

    cpu.CpuSimulation = DeadlySimulation


if "nge." in " ".join(sys.orig_argv):  # packages start processes of their own, too
    make_deadly()
