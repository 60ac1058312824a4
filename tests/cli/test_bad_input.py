"""Each mistake on the command line gets one sentence and exit code 2."""

import re
import shlex

import pytest

from boardodds.cli import main

BAD = [
    ("", "arguments are required: COMMAND"),
    ("guess orchard", "invalid choice: 'guess'"),
    ("solve", "arguments are required: QUESTION"),
    ("solve chess", "invalid choice: 'chess'"),
    ("simulate perudo_bid", "invalid choice: 'perudo_bid'"),
    ("solve orchard --colour red", "unrecognized arguments: --colour red"),
    ("solve orchard --pol most_left", "unrecognized arguments: --pol most_left"),
    ("solve orchard --game cherry", "invalid choice: 'cherry'"),
    ("solve orchard --rule ravens=3", "rule must be one of fruit, raven_steps, .*, got 'ravens'"),
    ("solve orchard --rule raven_steps", "rule must be NAME=VALUE, got 'raven_steps'"),
    ("solve orchard --rule raven_steps=1 --rule raven_steps=2", "rule must name each field once"),
    ("solve orchard --policy luck", "policy must be one of"),
    ("solve camel_up_race --game second_edition", "position must have no crazy camels to be solved: simulate it"),
    ("solve candy_land --rule deck=real", "deck must be reshuffled to be solved exactly"),
    ("solve candy_land --state '57.80 drawn=R.RR'", "state: drawn must be empty.*deck is reshuffled .*, got R.RR"),
    ("simulate candy_land --state '5 drawn=R' --rule deck=reshuffled", "state: drawn must be empty"),
    ("simulate candy_land --state 57.80 --players 3", "players must be 2, as in the state, got 3"),
    ("ablate candy_land --games 100 --state 57.80 --variant a:state=5", "state must be 57.80 next=1 in every variant"),
    ("solve perudo_round --state 5.5", "state must have a bid"),
    ("simulate perudo_matches --players naive,cheat", "players must be among naive, .*, got 'cheat'"),
    ("simulate orchard --games 1e8", "argument --games: invalid int value: '1e8'"),
    ("solve orchard --policy " + "x " * 9000, "unrecognized arguments: (x ?){400,500}…$"),
    ("simulate candy_land --games 1", "games must be 2 or more for a standard error, got 1"),
    ("simulate orchard --seed -1", "seed must be 0 or more, got -1"),
    ("simulate orchard --level 95", "level must lie between 0 and 1, got 95"),
    ("simulate orchard --workers 0", "workers must be 1..256, got 0"),
    ("simulate orchard --workers 2 --dask tcp://127.0.0.1:1", "not allowed with argument --workers"),
    ("simulate orchard --dask here", "no Dask scheduler answered at 'here'; an example is tcp"),
    ("ablate orchard --seed 2", "--seed applies only to simulations: add --games"),
    ("ablate orchard --variant luck", "must be 'name: field=value' or .*, raven path .steps.: 9, .*, got 'luck'"),
    ("ablate orchard --variant :policy=optimal", "variant must have a name of its own, got ':policy=optimal'"),
    ("ablate orchard --variant a:basket_faces=0 --variant a:basket_faces=2", "variant must have a name of its own"),
    ("ablate orchard --variant a:ravens=0", "variant 'a': field must be one of fruit, .*, state, got 'ravens'"),
    ("ablate orchard --variant a:raven_steps=0", "variant 'a': raven_steps must be 1..20, got 0"),
    ("ablate orchard --variant a:raven_steps", "variant must be 'name: field=value' or one of .*, got 'a:raven_steps'"),
    ("ablate camel_up_race --variant a:camels=WG", "variant 'a': .*camel"),
    ("ablate candy_land --games 100 --variant a:players=2", "players must be 1 in every variant, because all"),
]


@pytest.mark.parametrize(("words", "message"), BAD)
def test_bad_input_is_reported_in_one_sentence(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(words)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    assert line.startswith("boardodds: ")
    assert re.search(message, line), line
