"""Puts a physics engine written in Python under Plumbline's conformance tests."""

from .base import Engine, Rejected, Simulation, Unsupported
from .serve import serve

__all__ = ["Engine", "Rejected", "Simulation", "Unsupported", "serve"]
