"""What the frame of every page keeps of Streamlit's configuration."""

from collections.abc import Iterator

import pytest
from streamlit import config

from boardodds.dashboard.app import frame


@pytest.fixture
def read_again() -> Iterator[None]:
    yield
    config.get_config_options(force_reparse=True)


@pytest.mark.usefixtures("read_again")
def test_the_theme_is_gathered_once_for_each_time_that_the_configuration_is_read() -> None:
    frame.keep_theme()
    for colour in ("#123456", "#654321"):
        config.get_config_options(force_reparse=True, options_from_flags={"theme.primaryColor": colour})
        theme = config.get_options_for_section("theme")
        assert theme["primaryColor"] == colour == config.get_option("theme.primaryColor")
        assert config.get_options_for_section("theme") is theme
        assert config.get_options_for_section("theme.dark") != theme
