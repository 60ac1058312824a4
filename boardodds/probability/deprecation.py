"""Old forms of calls that still work, for one release, with a ``DeprecationWarning``."""

import warnings
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def formerly_positional(*names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator for a function whose last positional arguments have become keyword-only.

    names: these arguments in their former order.

    >>> @formerly_positional("seed")
    ... def play(rules: str, *, seed: int = 1) -> tuple[str, int]:
    ...     return rules, seed
    >>> with warnings.catch_warnings(record=True, action="always") as caught:
    ...     print(play("classic", 7), caught[0].message)
    ('classic', 7) play: pass seed by name, as in play(..., seed=7); the old form works for one more release
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        kinds = [parameter.kind for parameter in signature(function).parameters.values()]
        allowed = kinds.count(Parameter.POSITIONAL_OR_KEYWORD)
        name = getattr(function, "__name__", "")

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            if not allowed < len(args) <= allowed + len(names):
                return function(*args, **kwargs)
            named = dict(zip(names, args[allowed:], strict=False))
            if repeated := named.keys() & kwargs.keys():
                raise TypeError(f"{name}() got multiple values for argument {min(repeated)!r}")
            example = ", ".join(f"{key}={value!r}" for key, value in named.items())
            current = {**kwargs, **named}
            result = function(*args[:allowed], **current)  # type: ignore[arg-type]
            # After the call, because arguments that the function refuses get its own sentence and not this advice.
            warn_old_form(f"{name}: pass {' and '.join(named)} by name, as in {name}(..., {example})")
            return result

        return call

    return decorate


def warn_old_form(message: str) -> None:
    """Warn the caller of a library function that the form of its call will stop working with the next release."""
    warnings.warn(f"{message}; the old form works for one more release", DeprecationWarning, stacklevel=3)
