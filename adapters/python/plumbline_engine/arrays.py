"""Arrays as the protocol writes them: lists, or the bytes of little-endian elements in base64."""

import base64
import math

import numpy as np

_DTYPES = {"f64": "<f8", "f32": "<f4", "i32": "<i4", "u8": "|u1", "i8": "|i1"}
_NAMES = {np.dtype(dtype): name for name, dtype in _DTYPES.items()}


def decode(value) -> np.ndarray:
    """An array of one dimension, of whatever the harness sent."""
    if isinstance(value, dict):
        (name, text), = value.items()
        # a copy, because bytes cannot be written to
        return np.frombuffer(base64.b64decode(text), _DTYPES[name]).copy()
    if not isinstance(value, list):
        value = [value]
    # numbers that JSON cannot write come as "NaN", "Infinity", "-Infinity"
    return np.array([float(x) for x in value])


def encode(value):
    """What `decode` understands; a single number stays one."""
    if isinstance(value, (bytes, bytearray)):
        value = np.frombuffer(value, np.int8)  # the characters of C
    array = np.asarray(value)
    if array.dtype == bool:
        array = array.astype(np.uint8)
    if array.ndim == 0:
        return _number(array.item())
    array = array.reshape(-1)
    name = _NAMES.get(array.dtype.newbyteorder("<"))
    if name is None:
        return [_number(x) for x in array.tolist()]
    little = np.ascontiguousarray(array, _DTYPES[name])
    return {name: base64.b64encode(little.tobytes()).decode("ascii")}


def _number(x):
    if isinstance(x, float) and not math.isfinite(x):
        return "NaN" if math.isnan(x) else "Infinity" if x > 0 else "-Infinity"
    return x
