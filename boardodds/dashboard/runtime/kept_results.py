"""Results in files, which all servers of a machine share, and which are there again after a restart.

A result has a file of its own. Its name, the key, is a hash of the call, of the library's source, and of the versions of Python
and NumPy, so a file never answers for another version. It contains the hash of its content, the key and a value as JSON, and the
bytes of the arrays in it: nothing that is executed when it is read. Only types of the library are read back, and only functions
of the library are kept. Their docstrings promise equal results for equal arguments.

A file that is damaged, missing or that of another call means that the result is computed again; a disk that can't be written
means that nothing is kept. Neither is an error.
"""

import json
import logging
import os
import secrets
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, reduce
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from math import inf, prod
from pathlib import Path
from stat import S_ISREG
from typing import Any

import numpy as np

from boardodds.probability.results import Results

_LOGGER = logging.getLogger(__name__)
_LIBRARY = Path(__file__).resolve().parents[2]
# The folders of the package without source or data of the solvers.
_OTHER_FOLDERS = {"dashboard", "site", "__pycache__"}
_SUFFIX = ".result"
# Parts of the largest size of the folder: the most of one result, so that a few large ones don't push out all others; the new
# bytes after which a process looks at the size; the bytes that are left when the oldest results are removed.
_LARGEST, _NEW, _LEFT = 0.1, 0.02, 0.9
SCALARS = {type(None), bool, int, float, str}
_ARRAYS = "biufc"
_DIGEST, _LENGTH = sha256().digest_size, 8
# By folder, the bytes that this process has written since it last looked at the size of the folder.
_new_bytes: dict[Path, float] = {}


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function that other processes can import; ``options`` are the keyword arguments in the order of their names."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()

    def run(self, **more: Any) -> Any:
        """Return the result of the call."""
        return self.function(*self.arguments, **dict(self.options), **more)


@dataclass(frozen=True, slots=True)
class KeptResults:
    """The results in a folder, or none; beyond about ``max_bytes``, those that were least recently read go first."""

    folder: Path | None = None
    max_bytes: float = inf

    def key(self, call: Call) -> str | None:
        """Return the name of the result of a call; None if it can't be kept."""
        module = call.function.__module__
        if self.folder is None or not _is_ours(module):
            return None
        try:
            text = encode((module, call.function.__qualname__, call.arguments, call.options))
        except (TypeError, ValueError):
            return None
        return sha256(library_version() + _module_version(module) + text).hexdigest()

    def read(self, key: str) -> tuple[Any, int] | None:
        """Return a result and the size of its file in bytes; None if there is none that can be read. Its arrays are read-only."""
        path = self._path(key)
        try:
            about = path.stat()
            # Opening a pipe would wait for its other end.
            if not S_ISREG(about.st_mode) or about.st_size > _LARGEST * self.max_bytes:
                raise ValueError("it is no file that was written here")
            written_for, value = decode(path.read_bytes())
            if written_for != key:
                raise ValueError("it is the result of another call")
        except FileNotFoundError:
            return None
        except Exception:
            # A damaged file, or one with other content, can raise almost anything.
            _LOGGER.warning("The result in %s can't be read and is computed again", path, exc_info=True)
            return None
        with suppress(OSError):
            os.utime(path)
        return value, about.st_size

    def write(self, key: str, value: Any) -> None:
        """Keep a result, unless its type, its size or the disk doesn't allow it."""
        try:
            data = encode((key, value))
        except (TypeError, ValueError, MemoryError) as error:
            _log_once(f"A result can't be kept: {error}")
            return
        if len(data) > _LARGEST * self.max_bytes:
            return
        # Other processes and threads may write the same result. Nobody can guess the name and put a link there.
        path, temporary = self._path(key), self._path(f"{key}.{secrets.token_hex(8)}")
        folder = path.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(data)
            temporary.replace(path)
        except OSError as error:
            _log_once(f"Results can't be kept in {folder}: {error.strerror}")
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            return
        _new_bytes[folder] = _new_bytes.get(folder, inf) + len(data)
        if _new_bytes[folder] > _NEW * self.max_bytes:
            _new_bytes[folder] = 0
            with suppress(OSError):
                _remove_oldest(folder, self.max_bytes)

    def _path(self, key: str) -> Path:
        return Path(self.folder or "", f"{key}{_SUFFIX}")


def _remove_oldest(folder: Path, max_bytes: float) -> None:
    files = []
    for entry in os.scandir(folder):
        # Another process may have just removed it.
        with suppress(OSError):
            if entry.name.endswith(_SUFFIX) and not entry.is_dir(follow_symlinks=False):
                files.append((entry.stat(follow_symlinks=False), entry.path))
    size = sum(stat.st_size for stat, _ in files)
    if size <= max_bytes:
        return
    for stat, path in sorted(files, key=lambda file: file[0].st_mtime_ns):
        if size <= _LEFT * max_bytes:
            return
        with suppress(OSError):
            Path(path).unlink(missing_ok=True)
            size -= stat.st_size


@cache
def library_version() -> bytes:
    """Return a hash of the library's source and data, and of the versions of Python and NumPy."""
    digest = sha256(f"{sys.version_info[:2]} {np.__version__}".encode() + Path(__file__).read_bytes())
    for folder, names, files in os.walk(_LIBRARY):
        names[:] = sorted(set(names) - _OTHER_FOLDERS)
        for path in (Path(folder, name) for name in sorted(files)):
            digest.update(f"\n{path.relative_to(_LIBRARY)}\n".encode() + path.read_bytes())
    return digest.digest()


@cache
def _module_version(module: str) -> bytes:
    """Return a hash of the source of a module, which can be one of the dashboard."""
    return sha256(Path(str(sys.modules[module].__file__)).read_bytes()).digest()


@cache
def _log_once(sentence: str) -> None:
    _LOGGER.warning(sentence)


def encode(value: Any) -> bytes:
    """Return a value as bytes: a hash, the length of a JSON text, the text, and the arrays.

    A value is None, a bool, int, float, str, Fraction or array of numbers, a tuple, list or dict of values, or an Enum, dataclass
    or NamedTuple of the library with values as fields. Raises TypeError, or ValueError for an int of thousands of digits.
    """
    arrays: list[bytes] = []
    text = json.dumps(_to_json(value, arrays), separators=(",", ":")).encode()
    content = b"".join([len(text).to_bytes(_LENGTH, "big"), text, *arrays])
    return sha256(content).digest() + content


def _to_json(value: Any, arrays: list[bytes]) -> Any:
    kind: Any = type(value)
    if kind in SCALARS:
        return value
    if kind in (tuple, list, Results):
        return [kind.__name__, *_items_to_json(value, arrays)]
    if kind is dict:
        return ["dict", *_items_to_json([*value, *value.values()], arrays)]
    if kind is Fraction:
        return ["Fraction", f"{value.numerator:x}", f"{value.denominator:x}"]
    if kind is np.ndarray and value.dtype.kind in _ARRAYS:
        arrays.append(value.tobytes())
        return ["array", value.dtype.str, *value.shape]
    if isinstance(value, Enum):
        return ["Enum", _type_name(kind), value.name]
    if is_dataclass(value) or hasattr(kind, "_fields"):
        return ["fields", _type_name(kind), *_items_to_json([getattr(value, name) for name in _names(kind)], arrays)]
    raise TypeError(f"{kind.__module__}.{kind.__qualname__} is no type that is kept")


def _items_to_json(items: Any, arrays: list[bytes]) -> Any:
    # Most items are in long rows of numbers.
    return items if set(map(type, items)) <= SCALARS else [_to_json(item, arrays) for item in items]


def decode(data: bytes) -> Any:
    """Return the value that ``encode`` has as bytes. Raises an error for anything else.

    >>> decode(encode({(1, "a"): [0.1, None], Fraction(1, 3): True}))
    {(1, 'a'): [0.1, None], Fraction(1, 3): True}
    """
    stream = BytesIO(data)
    if stream.read(_DIGEST) != sha256(stream.getbuffer()[_DIGEST:]).digest():
        raise ValueError("the content has another hash")
    text = stream.read(int.from_bytes(stream.read(_LENGTH), "big"))
    value = _from_json(json.loads(text), stream)
    if stream.read(1):
        raise ValueError("the content is longer than its arrays")
    return value


def _from_json(node: Any, stream: BytesIO) -> Any:
    if type(node) is not list:
        return node
    kind, *items = node
    if list in set(map(type, items)):
        items = [_from_json(item, stream) for item in items]
    if kind != "array":
        return _BUILDERS[kind](items)
    dtype, shape = np.dtype(items[0]), items[1:]
    # The bytes of another kind could be addresses.
    if dtype.kind not in _ARRAYS or min(shape, default=0) < 0:
        raise ValueError("it is no array of numbers")
    # Of bytes, so it is read-only.
    return np.ndarray(shape, dtype, stream.read(dtype.itemsize * prod(shape)))


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else kind._fields


@cache
def _type_name(kind: type) -> str:
    if not _is_ours(kind.__module__):
        raise TypeError(f"{kind.__module__}.{kind.__qualname__} is no type of the library")
    return f"{kind.__module__}:{kind.__qualname__}"


@cache
def _type_named(name: str) -> Any:
    module, _, path = name.partition(":")
    found = reduce(getattr, path.split("."), import_module(module)) if _is_ours(module) else None
    # What a module imports from elsewhere is not the library's.
    is_kept = isinstance(found, type) and (is_dataclass(found) or issubclass(found, Enum | tuple))
    if not is_kept or _type_name(found) != name:
        raise ValueError(f"{name!r:.80} is no type that is kept")
    return found


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == "boardodds"


_BUILDERS: Mapping[str, Callable[[list[Any]], Any]] = {
    "tuple": tuple,
    "list": list,
    "Results": Results,
    "dict": lambda items: dict(zip(items[: len(items) // 2], items[len(items) // 2 :], strict=True)),
    "Fraction": lambda items: Fraction(*(int(digits, 16) for digits in items)),
    "Enum": lambda items: _type_named(items[0])[items[1]],
    "fields": lambda items: _type_named(items[0])(*items[1:]),
}
