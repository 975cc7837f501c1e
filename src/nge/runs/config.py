"""Configuration of experiments: one model for the command line, settings files and Python.

``EvolutionConfig`` holds everything about a search and ``TrainingConfig`` everything about the
training of fixed bodies. Their fields are the options of ``nge evolve`` and ``nge train``, the
content of a settings file, and the arguments of ``nge.evolve`` and ``nge.train``. Whoever asks,
``of`` puts an experiment together: method or policy first, then the task's own settings, preset,
settings file, and what is given directly; each goes over those before it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from annotated_types import Ge
from pydantic import Field, InstanceOf, field_validator, model_validator

from nge.body.graph import BodyGraph
from nge.errors import RunError, SettingsError
from nge.evolution.methods import METHOD_REGISTRY, TRAIN
from nge.evolution.plan import Groups, Plan
from nge.evolution.selection import PopulationSettings
from nge.nets.net_settings import (
    POLICY_REGISTRY,
    CriticSettings,
    PolicySettings,
    policy_named_by,
)
from nge.rl.ppo_settings import PpoSettings
from nge.runs.limits import Keeping, Limits, TrainingLimits
from nge.settings import Option, Settings, did_you_mean, over, with_new_names
from nge.tasks.task_settings import RewardSettings, WorldSettings

PRESETS = files("nge.runs") / "presets"
UPDATES = 100  # of training, where no limit is given
DEEPEST = 4  # levels of tables and lists that a settings file can have use for
TOO_DEEP = "is nested more than {} levels deep; settings are tables of single values"
OURS: dict[str, Any] = {
    "mutation": {
        "add_node": 0.075,
        "add_graph": 0.075,
        "add_pair": 0.075,
        "del_graph": 0.075,
        "pert_graph": 0.0,
        "tune": 0.7,
    },
    "population": {"updates": 10},
    "space": {"torso": "evolves"},
}
"""Where all our methods depart from the paper, under a task's own settings; preset ``paper`` takes
it back."""

Body = str | Path | InstanceOf[BodyGraph]
"""A hand-designed body by name, a file, or from Python the body itself."""
Name = Annotated[str, Option("NAME")]
ConfigFile = Annotated[Path | None, Option("FILE")]


class Variants(Settings):
    """What a preset or settings file says besides settings."""

    about: str = ""
    """What a preset is good for."""
    policies: dict[str, str] = Field(default_factory=dict)
    """Policies that stand in for those that methods name."""
    methods: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Settings for one method alone, which go over the others."""

    @field_validator("methods")
    @classmethod
    def _name_what_there_is(cls, methods: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        """Check names of methods that are not in use too; values have to fit the one in use."""
        for method, own in methods.items():
            if method not in METHOD_REGISTRY:
                raise ValueError(METHOD_REGISTRY.unknown(method))
            renamed = with_new_names(own, quietly=True)
            for name, value in EvolutionConfig.by_group(renamed).items():
                _check_name(name, EvolutionConfig.model_fields, f"methods.{method}")
                group = getattr(EvolutionConfig.model_fields[name].annotation, "model_fields", {})
                for inner in value if group and isinstance(value, Mapping) else ():
                    _check_name(inner, group, f"methods.{method}.{name}")
        return methods


def _check_name(name: str, known: Collection[str], where: str) -> None:
    if name not in known:
        hint = did_you_mean(name, sorted(known))
        raise ValueError(f"unknown setting {name!r} in [{where}]; {hint}")


class EvolutionConfig(Plan):
    """A search for bodies and controllers."""

    preset: Name = "small"
    """quick, small, standard or paper; sets whatever is not given otherwise."""
    config: ConfigFile = None
    """A TOML file with settings, which go over those of the preset."""
    policy: Annotated[str | None, Option("NAME")] = None
    """nge, nge-roles, nervenet++, nervenet, transformer, bodyshare or mlp in place of the method's
    own; sets every --net.* that is not given."""
    body: Annotated[Body | None, Option("BODY")] = None
    """Begin with this body instead of random ones: a hand-designed body by name, or a .json, .xml
    or .urdf file."""
    keep_topology: bool = False
    """Change only attributes of bodies, never the tree of parts."""
    limits: Limits = Limits()
    keeping: Keeping = Keeping()

    @classmethod
    def resolved(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is given over the settings of its method, preset and settings file."""
        given = cls.by_group(given)
        file = cls.by_group(_file(given))
        method, preset = (_chosen(cls, name, over(file, given)) for name in ("method", "preset"))
        asked = over(file, given)
        task, content = _of_task(asked.get("task")), preset_content(preset)
        found = of_method(method, _variants(over(over(task, content), file)).policies)
        found |= net_of(asked.get("policy"))
        for source in (_plain(task, method), _plain(content, method)):
            found = above(found, source)
        if asked.get("body") is not None and found["population"]["race"]:
            copies = found["population"].get("copies", PopulationSettings().copies)
            found = above(found, {"population": {"size": copies}})
        for source in (_plain(file, method), given):
            found = above(found, source)
        return found

    @model_validator(mode="after")
    def _has_an_end(self) -> EvolutionConfig:
        if self.limits == Limits():
            raise ValueError("no limit is set; give max_generations, max_steps or max_hours")
        return self

    @property
    def plan(self) -> Plan:
        """All of it that decides the outcome, but the body."""
        found = Plan(**{name: getattr(self, name) for name in Plan.model_fields})
        if not self.keep_topology:
            return found
        return found.model_copy(update={"mutation": self.mutation.keeping_tree()})


class TrainingConfig(Settings):
    """The training of bodies that stay as they are."""

    task: str
    """What they are to do: fish, walker, cheetah, hopper, ant, quadruped, one of the suite, or
    one that a package offers; 'nge tasks' lists all."""
    policy: Name = "nge"
    """nge, nge-roles, nervenet++, nervenet, transformer, bodyshare or mlp; sets every --net.* that
    is not given; fish have nge-roles, whose limbs share all weights, where none is named."""
    preset: Name = "small"
    """quick, small, standard or paper; sets policy, critic and PPO where nothing else is given."""
    config: ConfigFile = None
    """A TOML file with settings, which go over those of the preset."""
    body: Annotated[tuple[Body, ...], Option("BODY")] = ()
    """A hand-designed body by name, or a .json, .xml or .urdf file; by default the task's. Give it
    several times to train several bodies."""
    seed: int = 0
    """The same seed gives the same weights."""
    seeds: Annotated[int, Ge(1)] = 1
    """Train every body with so many seeds, counted from --seed."""
    save_every: Annotated[int, Ge(1)] = 10
    """Updates between checkpoints."""
    log: tuple[str, ...] = ()
    """Also send every update's numbers to tensorboard, wandb, mlflow, or a logger that a package
    offers."""
    limits: TrainingLimits = TrainingLimits()
    net: PolicySettings = PolicySettings()
    critic: CriticSettings = CriticSettings()
    ppo: PpoSettings = PpoSettings()
    world: WorldSettings = WorldSettings()
    reward: RewardSettings = RewardSettings()

    @classmethod
    def resolved(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is given over the settings of its policy, preset and settings file."""
        given = cls.by_group(given)
        file = cls.by_group(_file(given))
        asked = over(file, given)
        task, content = _of_task(asked.get("task")), preset_content(_chosen(cls, "preset", asked))
        below = over(task, content)
        policies = _variants(over(below, file)).policies
        policy = _chosen(cls, "policy", {"policy": policies.get("nge", "nge"), **asked})
        found: dict[str, Any] = {"policy": policy, "net": _policy_settings(policy)}
        own = {name: value for name, value in below.items() if name in ("net", "critic", "ppo")}
        for source in (own, _plain(file), given):
            found = above(found, source)
        limits = found.setdefault("limits", {})
        if isinstance(limits, Mapping) and not {"updates", "max_steps"} & limits.keys():
            found["limits"] = {"updates": UPDATES, **limits}
        return found

    @property
    def plan(self) -> Plan:
        """All of it that decides the weights, but bodies and the seed of each."""
        own = Plan.model_fields.keys() & TrainingConfig.model_fields.keys()
        return Plan(method=TRAIN, **{name: getattr(self, name) for name in own})

    @property
    def keeping(self) -> Keeping:
        return Keeping(save_every=self.save_every, log=self.log)


def nearest_preset(plan: Plan) -> tuple[str, EvolutionConfig | TrainingConfig]:
    """Return the preset that differs least from a plan, under its method or its policy."""
    config: type[EvolutionConfig | TrainingConfig] = EvolutionConfig
    under = {"task": plan.task, "method": plan.method}
    if plan.trains_only:
        config, under = TrainingConfig, {"task": plan.task, "policy": policy_named_by(plan.net)}
    presets = {name: config.of(under | {"preset": name}) for name in preset_names()}
    groups = Groups.model_fields.keys() & config.model_fields.keys()

    def differences(name: str) -> tuple[int, bool]:
        changed = sum(
            value != getattr(getattr(presets[name], group), setting)
            for group in groups
            for setting, value in getattr(plan, group)
        )
        return changed, name != config.model_fields["preset"].default

    name = min(presets, key=differences)
    return name, presets[name]


def _file(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of the settings file that is given, if one is."""
    config = given.get("config")
    return {} if config is None else read(Path(config))


def _chosen(config: type[Settings], name: str, asked: Mapping[str, Any]) -> str:
    """Return the name that decides defaults, before everything else is known and checked."""
    value = asked.get(name, config.model_fields[name].default)
    if not isinstance(value, str):
        raise SettingsError(f"{name} is {value!r}; it must be a name")
    return value


def _of_task(task: Any) -> dict[str, Any]:
    """Return the settings that a task brings; none where there is no such task."""
    if not isinstance(task, str):
        return {}  # as in a page of help
    from nge.tasks.registry import TASKS  # takes MuJoCo, which help does not

    if task not in TASKS:
        return {}
    found = TASKS.named(task)
    space = found.space_settings.model_dump(exclude_unset=True)
    return over({"space": space}, found.settings)


def _variants(content: Mapping[str, Any]) -> Variants:
    return Variants.of({name: content[name] for name in Variants.model_fields if name in content})


def _plain(content: Mapping[str, Any], method: str = "") -> dict[str, Any]:
    """Return the settings of a preset or settings file, with those for one method over them."""
    plain = {name: value for name, value in content.items() if name not in Variants.model_fields}
    return over(plain, with_new_names(content.get("methods", {}).get(method, {})))


def above(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of both, those above where both have one.

    Limits replace each other as a whole: ten generations given means no limit of a preset.
    """
    return over({**below, "limits": {}} if above.get("limits") else below, above)


def net_of(policy: Any) -> dict[str, Any]:
    """Return the settings that a policy brings, if one is named."""
    if policy is None:
        return {}
    if not isinstance(policy, str):
        raise SettingsError(f"policy is {policy!r}; it must be a name")
    return {"net": _policy_settings(policy)}


def _policy_settings(policy: str) -> dict[str, Any]:
    return POLICY_REGISTRY.named(policy).model_dump()


def of_method(method: str, policies: Mapping[str, str] = MappingProxyType({})) -> dict[str, Any]:
    """Return what a method sets; ``policies`` puts other policies in place of the one it names."""
    row = METHOD_REGISTRY.named(method)
    own = {
        "net": _policy_settings(policies.get(row.policy, row.policy)),
        "inheritance": {"children": row.children, "survivors": row.survivors},
        "population": {
            "new_bodies": row.new_bodies,
            "race": row.race,
            "last": row.last,
            "keep_first": row.keep_first,
            "keep": row.keep,
            "growth": row.growth,
            "elimination_every": row.elimination_every,
            "patience": row.patience,
        },
        "screening": {
            "candidates": row.candidates,
            "confirmations": row.confirmations,
            "species": row.screened,
            "tolerance": row.tolerance,
        },
        "surrogate": {"acquisition": row.acquisition},
    }
    return over(OURS, own)


def preset_names() -> list[str]:
    """Return the names of all presets."""
    names = (file.name for file in PRESETS.iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def preset_content(name: str) -> dict[str, Any]:
    """Return what a preset says."""
    if name not in preset_names():
        raise RunError(f"unknown preset {name!r}; {did_you_mean(name, preset_names())}")
    return tomllib.loads((PRESETS / f"{name}.toml").read_text(encoding="utf-8"))


def read(path: Path, deepest: int = DEEPEST) -> dict[str, Any]:
    """Return what a settings file says, which has at most so many levels."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RunError(f"{path} is not a TOML file: {error}") from None
    except ValueError:  # Python converts no longer ones
        raise RunError(
            f"{path} holds a number of thousands of digits; give a shorter one"
        ) from None
    except RecursionError:
        raise RunError(f"{path} {TOO_DEEP.format(deepest)}") from None
    if _deeper_than(deepest, found):
        raise RunError(f"{path} {TOO_DEEP.format(deepest)}")
    return found


def _deeper_than(levels: int, value: object) -> bool:
    """Tell whether tables and lists are nested more than so many levels."""
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_deeper_than(levels - 1, one) for one in inner)
