"""The state of a game's page, as far as it follows from declarations: a printed game, its rules, and a position with a notation.

Nothing here needs Streamlit.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Self, TypeVar

from boardodds.dashboard.ui import settings
from boardodds.dashboard.ui.settings import Acts, Allowed, Event, Query, StateDefinition, as_text, value_of_widget
from boardodds.probability.declared_rules import (
    changed_rules,
    rule_text,
    rules_in_words,
    rules_of,
    with_rule,
    with_rules,
)

GameT = TypeVar("GameT", bound="GameState")
# The event of the button for a new game: an empty text is the start.
NEW_GAME = {"kind": "set", "name": "state", "value": ""}


@dataclass(frozen=True)
class GameState:
    """A game in progress. A page's state adds its own fields, which a link has if they are declared with ``rule``.

    printed: the printed games by key; a link without settings has the first one.
    position_type: the type of a position, whose ``parse`` reads what ``str`` writes.
    max_text, text_name: the longest text of a position, and its name in links and events.
    goes_on: what stays under other rules, in words.
    typed: the rules that a visitor types, with the longest text of each; a switch sets the printed text or none. Rules of a link
        that contradict each other are drafts if there are any, and mistakes otherwise.
    starts: properties of the start, which the game's own events set, each with the check of its text in a link. Later the text of
        the position has them.
    game, rules: the printed game that the rules started from, and the last ones that are possible.
    draft, drafts: a text for the position that cannot be used, and by rule, texts that are not possible together.
    """

    printed: ClassVar[Mapping[str, Any]]
    position_type: ClassVar[Any]
    max_text: ClassVar[int] = 60
    text_name: ClassVar[str] = "state"
    goes_on: ClassVar[str] = ""
    typed: ClassVar[Mapping[str, int]] = {}
    starts: ClassVar[Allowed] = {}

    game: str
    rules: Any
    position: Any
    draft: str = ""
    drafts: Mapping[str, str] = field(default_factory=dict, hash=False)

    def check(self, position: Any) -> None:
        """Raise ValueError if the rules do not allow a position."""
        raise NotImplementedError

    def under(self, rules: Any) -> Any:
        """Return the position to go on with under other rules, which need not be possible."""
        return self.position

    @property
    def text(self) -> str:
        """The position as the visitor or the link wrote it; "" at the start of the game."""
        return self.draft or ("" if self.is_start else str(self.position))

    @property
    def start(self) -> Any:
        return self.rules.start

    @property
    def is_start(self) -> bool:
        return bool(self.position == self.start)

    def in_place(self, _name: str) -> str:
        """Return in words what the page shows in the place of a draft: of a rule, or of the position."""
        return "the start of the game" if self.is_start else "the last valid state"

    @cached_property
    def wrong(self) -> Mapping[str, str]:
        """By field, a sentence on what is wrong with a draft and what the page shows in its place; empty without drafts."""
        found = {}
        try:
            with_rules(self.rules, self.drafts)
        except ValueError as error:
            # The text that is wrong can be another one than the visitor has changed.
            named = next((name for name in self.typed if str(error).startswith(name)), next(iter(self.drafts)))
            found[named] = f"{error}. The page shows {self.in_place(named)}"
        try:
            self._parse(self.draft)
        except ValueError as error:
            found[self.text_name] = f"{error}. The page shows {self.in_place(self.text_name)}"
        return found

    @property
    def mistakes(self) -> list[str]:
        return list(self.wrong.values())

    @property
    def house_rules(self) -> list[str]:
        """Each rule in words that differs from the printed game."""
        return rules_in_words(self.rules, self.printed[self.game])

    def plain(self) -> Self:
        """Return the state without drafts."""
        return replace(self, draft="", drafts={})

    def with_position(self, position: Any) -> Self:
        """Return the state with another position. Raises ValueError if the rules do not allow it."""
        self.check(position)
        return replace(self, position=position, draft="")

    def with_text(self, text: str) -> Self:
        """Return the state with the position of a text; one that can't be used becomes the draft."""
        text = " ".join(text[: self.max_text].split())
        try:
            return self.with_position(self._parse(text))
        except ValueError:
            return replace(self, draft=text)

    def with_rules(self, rules: Any) -> tuple[Self, str]:
        """Return the state under other rules and a notice: the position goes on if they allow it, otherwise the game starts."""
        new = replace(self, rules=rules, draft="")
        new = replace(new, position=new.start)
        if self.is_start:
            return new, ""
        try:
            same = new.with_position(self.under(rules))
        except ValueError:
            return new, "what is left doesn't fit the new rules, so a new game starts. Undo takes it back"
        return same, f"the game goes on: {self.goes_on}" if rules != self.rules else ""

    def with_drafts(self, rules: Any, drafts: Mapping[str, str]) -> tuple[Self, str]:
        """Return the state under other rules with texts of some of them, which wait as long as they are not possible together."""
        with suppress(ValueError):
            rules, drafts = with_rules(rules, drafts), {}
        return replace(self, drafts=drafts).with_rules(rules)

    def with_setting(self, name: str, value: Any) -> tuple[Self, str] | None:
        """Return the state with another printed game, rule, position or field, and a notice; None for another setting."""
        if name == self.text_name and isinstance(value, str):
            return self.with_text(value), ""
        if name == "game" and value in [*self.printed]:
            return replace(self.plain(), game=value).with_rules(self.printed[value])
        if name in self.typed and isinstance(value, bool):
            value = rule_text(self.printed[self.game], name) if value else ""
        if name in self.typed and isinstance(value, str):
            if len(value) > self.typed[name]:
                raise ValueError(f"{name} must have at most {self.typed[name]} characters, got {len(value)}")
            return self.with_drafts(self.rules, {**self.drafts, name: value})
        if name in rules_of(type(self.rules)):
            others = {other: text for other, text in self.drafts.items() if other != name}
            value = value_of_widget(type(self.rules), name, value)
            return self.with_drafts(with_rule(self.rules, name, value), others)
        if name in rules_of(type(self)):
            changed = with_rule(self, name, value_of_widget(type(self), name, value))
            changed.check(changed.position)
            return changed, ""
        return None

    def link(self, usual: Self) -> Query:
        """Return the settings of a link to the state, without those of the usual one."""
        base = self.printed[self.game]
        texts = {"game": self.game} if self.game != usual.game else {}
        texts |= changed_rules(self, usual) | ({self.text_name: text} if (text := self.text) else {})
        for own in self.starts if self.is_start else ():
            if getattr(self, own) != getattr(usual, own):
                texts[own] = as_text(getattr(self, own))
        rules = {**changed_rules(self.rules, base), **self.drafts}
        texts |= {rule: text for rule, text in rules.items() if text != rule_text(base, rule)}
        return {name: [text] for name, text in texts.items()}

    def _parse(self, text: str) -> Any:
        position = self.position_type.parse(text) if text else self.start
        self.check(position)
        return position


def game_definition(
    name: str, usual: GameT, apply: Callable[[GameT, Event], tuple[GameT, str]], acts: Acts
) -> StateDefinition[GameT]:
    """Return the definition of a game's state: its link, and the events that set the game, a rule, the position or a field.

    usual: the state of a link without settings.
    apply: applies the game's own events, and those that nothing else applies.
    """
    printed, typed = usual.printed, usual.typed

    def read(link: Query) -> GameT:
        game, declared = settings.last_value(link, "game", usual.game), rules_of(type(usual.rules))
        state, _ = replace(settings.rules_of_link(usual, link), game=game).with_rules(printed[game])
        for own in filter(link.get, usual.starts):
            value = settings.from_text(link[own][-1], getattr(usual, own))
            state, _ = apply(state, {"kind": "set", "name": own, "value": value})
        texts = {} if mistakes(link) else {rule: link[rule][-1] for rule in declared if link.get(rule)}
        for is_typed in (False, True):
            group = {rule: text for rule, text in texts.items() if (rule in typed) is is_typed}
            state, _ = state.with_drafts(state.rules, {**state.drafts, **group})
        return state.with_text(settings.last_value(link, usual.text_name, ""))

    def apply_all(state: GameT, event: Event) -> tuple[GameT, str]:
        match event:
            case {"kind": "set", "name": str(own), "value": value, **more} if not more:
                return state.with_setting(own, value) or apply(state, event)
        return apply(state, event)

    def mistakes(link: Query) -> Sequence[str]:
        base = printed[settings.last_value(link, "game", usual.game)]
        return settings.contradictions(base, "printed rules", {} if typed else link)

    allowed = {
        "game": settings.one_of(printed),
        **settings.allowed_rules(type(usual)),
        **settings.allowed_rules(type(usual.rules)),
        **{rule: settings.at_most(longest) for rule, longest in typed.items()},
        **usual.starts,
        usual.text_name: settings.any_text,
    }
    write, plain = (lambda state: state.link(usual)), type(usual).plain
    return StateDefinition(name, allowed, read, write, apply_all, mistakes, acts, plain)
