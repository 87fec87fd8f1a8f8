"""`python -m plumbline_engine.mujoco`, for a package that is not installed: `python adapters/python/mujoco_engine.py`."""

from plumbline_engine.mujoco import main

main()
