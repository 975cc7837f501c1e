"""Jump: be as high over the ground as possible, with the bodies and the ground of the walker."""

from nge.body.graph import BodyGraph
from nge.body.library import hand_designed
from nge.physics.simulation import Array, SimState
from nge.tasks.planar import EFFORT_COST
from nge.tasks.task import effort
from nge.tasks.walker import Walker


class Jump(Walker):
    """Reward per control step: how far the lowest point is above the ground, in m."""

    name = "jump"
    about = "be as high over the ground as possible"
    episode_steps = 400  # 10 s

    def hand_designed(self) -> BodyGraph:
        """The walker's legs will do."""
        return hand_designed("walker")

    def reward_parts(self, sim_state: SimState, actions: Array) -> dict[str, Array]:
        """Height of the lowest point, less the usual cost of effort. Each [P, E]"""
        return {
            "height": sim_state.xp.maximum(sim_state.lowest, 0.0),
            "effort": -EFFORT_COST * effort(sim_state, actions),
        }


TASK = Jump()
