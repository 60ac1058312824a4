"""The contrast of two colours."""


def rgb(color: str) -> list[float]:
    return [int(color[start : start + 2], 16) for start in (1, 3, 5)]


def contrast(color: list[float], other_color: list[float]) -> float:
    """Return the contrast ratio as defined in WCAG 2.2."""
    dark, light = sorted((_luminance(color), _luminance(other_color)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: list[float]) -> float:
    parts = (channel / 255 for channel in color)
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
