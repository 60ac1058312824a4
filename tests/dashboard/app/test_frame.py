"""The frame of every page caches Streamlit's theme options."""

from collections.abc import Iterator

import pytest
from streamlit import config

from boardodds.dashboard.app import frame


@pytest.fixture
def reparsed_config() -> Iterator[None]:
    yield
    config.get_config_options(force_reparse=True)


@pytest.mark.usefixtures("reparsed_config")
def test_theme_options_are_cached_until_the_configuration_is_read_again() -> None:
    frame.cache_theme_options()
    for colour in ("#123456", "#654321"):
        config.get_config_options(force_reparse=True, options_from_flags={"theme.primaryColor": colour})
        theme = config.get_options_for_section("theme")
        assert theme["primaryColor"] == colour == config.get_option("theme.primaryColor")
        assert config.get_options_for_section("theme") is theme
        assert config.get_options_for_section("theme.dark") != theme
