"""What an engine implements."""

from typing import Mapping, Optional, Sequence, Union

import numpy as np

#: what `read` may give: None is a field that the engine does not have
Value = Union[None, bool, int, float, bytes, np.ndarray, Sequence[float]]


class Rejected(Exception):
    """The document is wrong: MuJoCo would refuse it too."""


class Unsupported(Exception):
    """The document may be right, but needs something that this engine does not have."""


class Simulation:
    """A model that was loaded, and one state of it."""

    def read(self, field: str) -> Value:
        """The value of a field, by MuJoCo's name: `body_mass`, `nv`, `opt.timestep`, `qacc`, `contact.dist`, `warning`."""
        raise NotImplementedError

    def write(self, field: str, values: np.ndarray, offset: int = 0) -> None:
        """Overwrites elements of a field from `offset` on. `values` has one dimension; a number is an array of one."""
        raise NotImplementedError

    def reset(self) -> None:
        """Puts the data into its initial state."""
        raise NotImplementedError

    def forward(self) -> None:
        """Computes everything at the current state, without integrating."""
        raise NotImplementedError

    def step(self) -> None:
        """Advances by one time step."""
        raise NotImplementedError

    def step1(self) -> None:
        """First half of a step, up to where controls are read."""
        raise Unsupported("the engine does not split its step")

    def step2(self) -> None:
        """Second half of a step."""
        raise Unsupported("the engine does not split its step")

    def inverse(self) -> None:
        """Computes the forces that explain `qacc`."""
        raise Unsupported("the engine has no inverse dynamics")

    def call(self, function: str, args: Sequence) -> Optional[np.ndarray]:
        """What a function besides stepping gives, by MuJoCo's name without prefix; None for one that the engine lacks."""
        return None

    def close(self) -> None:
        """Releases what the simulation holds."""


class Engine:
    """An engine under test. The attributes are what it answers to the greeting."""

    name: str = "engine"
    version: str = "0"
    #: what was built, for reports; empty where there is nothing to say
    build: str = ""
    #: `f64` or `f32`: the precision in which it computes
    precision: str = "f64"
    #: the fields that it has, or None where it may be asked for any
    fields: Optional[Sequence[str]] = None
    #: functions besides stepping that `call` has, or None where it may be asked for any
    functions: Optional[Sequence[str]] = None
    #: ways in which it can be driven
    drives: Sequence[str] = ("forward", "step", "split", "inverse")
    #: `ordered` where contacts come in MuJoCo's order
    contacts: str = "ordered"

    def load(self, xml: str, assets: Mapping[str, bytes]) -> Simulation:
        """Compiles a model. `assets` are its files, by the path that the model uses. Raises Rejected or Unsupported."""
        raise NotImplementedError
