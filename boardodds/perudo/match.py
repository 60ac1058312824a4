"""Whole matches of Perudo, very many at once: in each step the player to move of every match moves.

Readings: the first round is opened by a player drawn at random. Who loses a die opens the next round, or the next player in
if that was the last one; after a calza its caller does. Only the player to move may call, dudo or calza. A palifico round
follows when a player comes down to one die for the first time and more than two are in.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, fields, replace
from functools import cached_property
from math import comb
from typing import Protocol

import numpy as np

from boardodds.perudo.agents import Agent
from boardodds.perudo.bidders import BidderModel
from boardodds.perudo.inference import TIE_PLACES
from boardodds.perudo.reading import Reader
from boardodds.perudo.rules import STANDARD, Rules
from boardodds.perudo.tables import NEVER_LEGAL, Tables, tables
from boardodds.probability.arrays import Bools, Floats, Ints
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.montecarlo import Progress, run_chunks
from boardodds.probability.validate import check_whole

MIN_PLAYERS, MAX_PLAYERS = 2, 6
CHUNK = 1_000
# hands of five dice of six sides, and the most that readers weigh
FIVE_DICE_HANDS, MOST_HANDS = 252, 2_500
# dudo calls that are kept one by one, of some 60 bytes each
MOST_CALLS = 500_000
# of one match: those that end take a few hundred at most
MOST_ROUNDS = 2_000
# every match is kept, in 24 bytes
MAX_MATCHES = 20_000_000
DUDO, CALZA = -1, -2


@dataclass(frozen=True, eq=False, slots=True)
class Calls:
    """Dudo calls, one by one: arrays (calls,).

    caller, bidder: seats. caller_dice, bidder_dice, total_dice: dice before the call; players_in: players with dice.
    quantity, face: of the bid. naive: 1 - P as the caller sees it. right: whether fewer dice matched. read: by the models
    asked for, the chance that dudo is right given the bids: float array (calls, models).
    """

    caller: Ints
    bidder: Ints
    caller_dice: Ints
    bidder_dice: Ints
    total_dice: Ints
    players_in: Ints
    quantity: Ints
    face: Ints
    palifico: Bools
    naive: Floats
    right: Bools
    read: Floats

    def __len__(self) -> int:
        return len(self.right)

    @property
    def ratio(self) -> Floats:
        """The caller's dice to the bidder's."""
        return self.caller_dice / self.bidder_dice.astype(np.float64)

    def where(self, kept: Bools) -> "Calls":
        """The calls for which ``kept`` is true."""
        return Calls(*(getattr(self, field.name)[kept] for field in fields(self)))


@dataclass(frozen=True, eq=False)
class Matches:
    """Matches that were played.

    - players: by seat. winners: the seat that won each: int array (matches,). rounds, bids: of each match. dudos, calzas,
    - right_dudos, right_calzas: how many calls there were. calls: the first 500,000 dudo calls.
    """

    players: tuple[Agent, ...]
    seed: int
    winners: Ints
    rounds: Ints
    bids: Ints
    dudos: int
    right_dudos: int
    calzas: int
    right_calzas: int
    calls: Calls

    @property
    def matches(self) -> int:
        return len(self.winners)

    @cached_property
    def wins(self) -> list[Proportion]:
        """The share of the matches that each seat won."""
        counts = np.bincount(self.winners, minlength=len(self.players))
        return [Proportion(int(count), self.matches) for count in counts]

    def wins_of(self, name: str) -> Proportion:
        """The share of the matches won by players of a name, all their seats together."""
        seats = [seat for seat, player in enumerate(self.players) if player.name == name]
        if not seats:
            raise ValueError(f"name must be one of {', '.join(sorted({p.name for p in self.players}))}, got {name!r}")
        return Proportion(sum(self.wins[seat].successes for seat in seats), self.matches)

    @property
    def mean_rounds(self) -> MeanEstimate:
        """Rounds of a match."""
        return MeanEstimate.of(self.rounds)

    @property
    def mean_bids(self) -> MeanEstimate:
        """Bids of a round, as the mean of the matches' means."""
        return MeanEstimate.of(self.bids / self.rounds)

    @property
    def dudo(self) -> Proportion:
        """The share of dudo calls that were right."""
        return Proportion(self.right_dudos, self.dudos)


def play_matches(
    players: Sequence[Agent],
    rules: Rules = STANDARD,
    *,
    matches: int = 1_000,
    seed: int = 1,
    reads: Sequence[BidderModel] = (),
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Matches:
    """Plays matches; the same seed gives the same matches, whatever runs them.

    players: 2 to 6, by seat. matches: 2 to 20 million. reads: models by which every dudo call is reckoned as well, for
    ``calls.read``. progress: called with the share of the work that is done, from 0 to 1. Raises ValueError for matches that do
    not end, as calza wins back every die.

    >>> from boardodds.perudo.agents import NAIVE_AGENT
    >>> played = play_matches([NAIVE_AGENT] * 6, matches=200)
    >>> round(float(played.calls.naive.mean()), 1), round(played.dudo.value, 1)
    (0.6, 0.3)
    """
    check_whole("players", len(players), MIN_PLAYERS, MAX_PLAYERS)
    check_whole("matches", matches, 2, MAX_MATCHES)
    _check_calza(rules)
    sampler = Sampler(tuple(players), rules, tuple(reads))
    if progress and executor is None:
        share = _Share(progress, matches)
        sampler, progress = replace(sampler, tell=share.within_chunk), share.after_chunk
    parts: list[Matches] = []
    kept = 0
    for part in run_chunks(sampler, matches, seed, chunk=sampler.chunk, executor=executor, progress=progress):
        fitting = np.arange(len(part.calls)) < MOST_CALLS - kept
        parts.append(replace(part, calls=part.calls.where(fitting)))
        kept += len(parts[-1].calls)
    return replace(_together(parts), seed=seed)


def _check_calza(rules: Rules) -> None:
    if rules.calza and any(rules.match_chance(face) == 1 for face in range(1, rules.sides + 1)):
        raise ValueError(
            "calza must be off where every die matches a bid: who says it is always right and wins a die back, so no match ends"
        )


class _Share:
    """The share of the work that is done, told within a chunk too: where players read bids, one takes seconds."""

    def __init__(self, progress: Progress, matches: int) -> None:
        self._progress, self._matches = progress, matches
        self._before = self._told = 0.0

    def within_chunk(self, over: float) -> None:
        # a die that is won back by calza does not take back what was told
        self._told = max(self._told, self._before + over / self._matches)
        self._progress(self._told)

    def after_chunk(self, share: float) -> None:
        self._before = self._told = share
        self._progress(share)


def _together(parts: Sequence[Matches]) -> Matches:
    def joined(name: str) -> Ints:
        return np.concatenate([getattr(part, name) for part in parts])

    return replace(
        parts[0],
        winners=joined("winners"),
        rounds=joined("rounds"),
        bids=joined("bids"),
        **{
            name: sum(getattr(part, name) for part in parts)
            for name in ("dudos", "right_dudos", "calzas", "right_calzas")
        },
        calls=_joined([part.calls for part in parts]),
    )


def _joined(calls: Sequence[Calls]) -> Calls:
    return Calls(*(np.concatenate([getattr(each, field.name) for each in calls]) for field in fields(Calls)))


class Chance(Protocol):
    """Where dice and whims come from."""

    def first(self, matches: int, players: int) -> Ints:
        """Who opens the first round of each match: (matches,)."""

    def roll(self, matches: Ints, dice: Ints, sides: int) -> Ints:
        """The dice of each face under each cup.

        matches: the numbers of the matches (n,). dice: (n, players). Returns int array (n, players, sides).
        """

    def whim(self, size: int) -> Floats:
        """Numbers from 0 to 1 for those who bluff: (size, 2)."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Chance by a random generator."""

    rng: np.random.Generator

    def first(self, matches: int, players: int) -> Ints:
        return self.rng.integers(players, size=matches)

    def roll(self, matches: Ints, dice: Ints, sides: int) -> Ints:
        most = int(dice.max(initial=0))
        faces = self.rng.integers(sides, size=(*dice.shape, most), dtype=np.uint8)
        lies = np.arange(most) < dice[:, :, None]
        return np.stack([((faces == face) & lies).sum(axis=2) for face in range(sides)], axis=2)

    def whim(self, size: int) -> Floats:
        return self.rng.random((size, 2))


@dataclass(frozen=True, slots=True)
class Sampler:
    """Plays matches; picklable, so that it can be sent to where they are to be played.

    tell: called with how many are over, again and again, those that go on counted by the dice that are gone; nobody can be told
    from another process.
    """

    players: tuple[Agent, ...]
    rules: Rules
    reads: tuple[BidderModel, ...]
    tell: Callable[[float], None] | None = None

    @property
    def chunk(self) -> int:
        """Matches at a time: fewer where readers have more hands to weigh. Raises ValueError for too many hands."""
        if not self.reads and not any(agent.reads for agent in self.players):
            return CHUNK
        hands = comb(self.rules.starting_dice + self.rules.sides - 1, self.rules.starting_dice)
        if hands > MOST_HANDS:
            raise ValueError(
                f"players who read bids must have {MOST_HANDS:,} hands to weigh at most, got {hands:,}: take fewer dice or sides"
            )
        return min(CHUNK, CHUNK * FIVE_DICE_HANDS // hands)

    def __call__(self, matches: int, rng: np.random.Generator) -> Matches:
        return self.play(matches, Dice(rng))

    def play(self, matches: int, chance: Chance) -> Matches:
        """Plays matches with dice from anywhere."""
        return _Tables(self, matches, chance).play()


class _Tables:
    """Matches that go on together, each at its own table. Arrays have a row for each that is not over."""

    def __init__(self, of: Sampler, matches: int, chance: Chance) -> None:
        self.of, self.chance = of, chance
        players = len(of.players)
        self.tables = tables(of.rules, players * of.rules.starting_dice)
        models = dict.fromkeys([*of.reads, *(agent.reads for agent in of.players if agent.reads)])
        self.readers = {model: Reader(model, self.tables, players, matches) for model in models}
        self.winners = np.zeros(matches, dtype=np.int64)
        self.rounds = np.zeros(matches, dtype=np.int64)
        self.bids = np.zeros(matches, dtype=np.int64)
        self.calzas = self.right_calzas = 0
        self.calls: list[Calls] = []
        # of the matches that are not over
        self.number = np.arange(matches)
        self.dice = np.full((matches, players), of.rules.starting_dice)
        self.was_down = self.dice == 1
        self.turn = chance.first(matches, players)
        self.bidder = np.zeros(matches, dtype=np.int64)
        self.current = np.zeros(matches, dtype=np.int64)
        self.palifico = np.zeros(matches, dtype=np.int64)
        self.counts = np.zeros((matches, players, of.rules.sides), dtype=np.int64)
        self._begin(np.arange(matches))

    def play(self) -> Matches:
        while len(self.number):
            self._step()
            if self.of.tell:
                self.of.tell(len(self.winners) - self._to_go())
        calls = _joined([*self.calls, self._no_calls()])
        return Matches(
            players=self.of.players,
            seed=0,
            winners=self.winners,
            rounds=self.rounds,
            bids=self.bids,
            dudos=len(calls),
            right_dudos=int(calls.right.sum()),
            calzas=self.calzas,
            right_calzas=self.right_calzas,
            calls=calls,
        )

    def _to_go(self) -> float:
        """Matches that are not over, each by the share of the dice to be lost that are left."""
        all_dice = len(self.of.players) * self.of.rules.starting_dice
        return float((self.dice.sum() - len(self.number)) / (all_dice - 1))

    def _step(self) -> None:
        """Everybody whose turn it is moves; matches that are over leave."""
        rows = np.arange(len(self.number))
        view = View.of(self)
        move = np.zeros(len(rows), dtype=np.int64)
        seats = np.array([self.of.players.index(agent) for agent in self.of.players])[self.turn]
        for seat in np.unique(seats):
            here = np.flatnonzero(seats == seat)
            move[here] = self._moves(self.of.players[seat], view.take(here))
        raised = np.flatnonzero(move > 0)
        self._bid(raised, view.take(raised), move[raised])
        called = np.flatnonzero(move < 0)
        if len(called):
            self._call(called, view.take(called), move[called])

    def _moves(self, agent: Agent, view: "View") -> Ints:
        """What players of a kind do: the number of a bid, ``DUDO`` or ``CALZA``."""
        if agent.reads:
            view = view.read_by(self.readers[agent.reads], self)
        move = view.best(agent)
        if agent.bluffs:
            whim = self.chance.whim(len(move))
            move = np.where((whim[:, 0] < agent.bluffs) & view.can_bid, view.random_bid(whim[:, 1]), move)
        return move

    def _bid(self, rows: Ints, view: "View", bid: Ints) -> None:
        if not len(rows):
            return
        for reader in self.readers.values():
            reader.hear(rows, view.seat, view.own_dice, view.total, view.palifico, view.current, bid)
        self.bids[self.number[rows]] += 1
        self.current[rows] = bid
        self.bidder[rows] = self.turn[rows]
        self.turn[rows] = _next_in(self.turn[rows], self.dice[rows])

    def _call(self, rows: Ints, view: "View", move: Ints) -> None:
        """Lifts the cups, moves dice, and begins new rounds where there are two or more left."""
        matching = self._matching_on_table(rows)
        quantity = self.tables.quantity(self.current[rows])
        is_dudo = move == DUDO
        right = np.where(is_dudo, matching < quantity, matching == quantity)
        self._log(rows[is_dudo], view.take(np.flatnonzero(is_dudo)), right[is_dudo])
        self.calzas += int((~is_dudo).sum())
        self.right_calzas += int(right[~is_dudo].sum())
        self.rounds[self.number[rows]] += 1
        if self.rounds.max() > MOST_ROUNDS:
            raise ValueError(
                f"a match must end, but one had not after {MOST_ROUNDS:,} rounds: these players win back by calza what they lose"
            )
        caller = self.turn[rows]
        loser = np.where(is_dudo & right, self.bidder[rows], caller)
        wins_die = ~is_dudo & right
        change = np.where(wins_die, 1, -1)
        self.dice[rows, loser] = np.minimum(self.dice[rows, loser] + change, self.of.rules.starting_dice)
        self._open_next(rows, loser)
        left = (self.dice[rows] > 0).sum(axis=1)
        self.winners[self.number[rows]] = self.dice[rows].argmax(axis=1)
        self._begin(rows[left > 1])
        if (left == 1).any():
            going = np.ones(len(self.number), dtype=np.bool_)
            going[rows[left == 1]] = False
            self._keep(going)

    def _open_next(self, rows: Ints, loser: Ints) -> None:
        """Who opens the next round, and whether it is palifico."""
        dice = self.dice[rows]
        own = dice[np.arange(len(rows)), loser]
        first_time = (own == 1) & ~self.was_down[rows, loser]
        self.was_down[rows, loser] |= own == 1
        several = (dice > 0).sum(axis=1) > MIN_PLAYERS
        self.palifico[rows] = first_time & several & self.of.rules.palifico
        self.turn[rows] = np.where(own > 0, loser, _next_in(loser, dice))

    def _begin(self, rows: Ints) -> None:
        """New rounds: everybody rolls."""
        if len(rows):
            self.counts[rows] = self.chance.roll(self.number[rows], self.dice[rows], self.of.rules.sides)
            self.current[rows] = 0
            for reader in self.readers.values():
                reader.begin(rows, self.dice[rows])

    def _keep(self, going: Bools) -> None:
        for name in ("number", "dice", "was_down", "turn", "bidder", "current", "palifico", "counts"):
            setattr(self, name, getattr(self, name)[going])
        for reader in self.readers.values():
            reader.keep(going)

    def _matching_on_table(self, rows: Ints) -> Ints:
        """The dice under all cups that match the current bid."""
        face = self.tables.face(self.current[rows]) - 1
        all_dice = self.counts[rows].sum(axis=1)
        shown = all_dice[np.arange(len(rows)), face]
        wild = (self.palifico[rows] == 0) & (face > 0) & self.of.rules.wild_aces
        matching: Ints = shown + wild * all_dice[:, 0]
        return matching

    def _log(self, rows: Ints, view: "View", right: Bools) -> None:
        bidder = self.bidder[rows]
        readings = [view.read_by(self.readers[model], self).fewer for model in self.of.reads]
        self.calls.append(
            Calls(
                caller=_small(view.seat),
                bidder=_small(bidder),
                caller_dice=_small(view.own_dice),
                bidder_dice=_small(self.dice[rows, bidder]),
                total_dice=_small(view.total),
                players_in=_small((self.dice[rows] > 0).sum(axis=1)),
                quantity=_small(self.tables.quantity(view.current)),
                face=_small(self.tables.face(view.current)),
                palifico=view.palifico > 0,
                naive=view.fewer,
                right=right,
                read=np.stack(readings, axis=1) if readings else np.zeros((len(rows), 0)),
            )
        )

    def _no_calls(self) -> Calls:
        none, never = np.zeros(0, dtype=np.int16), np.zeros(0, dtype=np.bool_)
        read = np.zeros((0, len(self.of.reads)))
        return Calls(none, none, none, none, none, none, none, none, never, np.zeros(0), never, read)


def _small(numbers: Ints) -> Ints:
    """Numbers in less memory, since very many calls are kept."""
    return numbers.astype(np.int16)


def _next_in(seat: Ints, dice: Ints) -> Ints:
    """The next player with dice after a seat: (n,) and (n, players)."""
    players = dice.shape[1]
    rows = np.arange(len(seat))
    after: Ints = (seat + 1) % players
    for _ in range(players - 1):
        after = np.where(dice[rows, after] > 0, after, (after + 1) % players)
    return after


@dataclass(frozen=True, eq=False, slots=True)
class View:
    """What the players to move see, and how likely what they may do is to stand: arrays with a row for each.

    - rows: of the tables. least: the least legal quantity of each face. chance: that such a bid is true, -1 where none is legal.
    - fewer, exactly: that the current bid is false, or exact; -1 before the first.
    """

    tables: Tables
    rows: Ints
    seat: Ints
    own_dice: Ints
    bidder_dice: Ints
    total: Ints
    palifico: Ints
    current: Ints
    own: Ints
    least: Ints
    chance: Floats
    fewer: Floats
    exactly: Floats

    @classmethod
    def of(cls, at: _Tables) -> "View":
        """What everybody whose turn it is sees, the others' dice taken as fair."""
        rows = np.arange(len(at.number))
        where, palifico = at.tables, at.palifico
        own_dice, total = at.dice[rows, at.turn], at.dice.sum(axis=1)
        own = at.counts[rows, at.turn].copy()
        if at.of.rules.wild_aces:
            own[:, 1:] += own[:, :1] * (palifico == 0)[:, None]
        least = where.least[palifico, (own_dice == 1).astype(np.int64), at.current]
        unseen = total - own_dice
        faces = np.arange(where.sides)
        needed = np.clip(least - own, 0, unseen[:, None] + 1)
        chance = where.at_least[palifico[:, None], faces, unseen[:, None], needed]
        chance[least > total[:, None]] = -1
        face = where.face(at.current) - 1
        still = where.quantity(at.current) - own[rows, face]
        place = (palifico, face, unseen, np.clip(still, 0, unseen + 1))
        begun = at.current > 0
        fewer = np.where(begun, where.fewer[place], -1.0)
        exactly = np.where(begun, where.exactly[place] * (still >= 0), -1.0)
        bidder_dice = at.dice[rows, at.bidder]
        return cls(
            where, rows, at.turn, own_dice, bidder_dice, total, palifico, at.current, own, least, chance, fewer, exactly
        )

    def take(self, rows: Ints) -> "View":
        """Some of the rows."""
        arrays = (getattr(self, field.name)[rows] for field in fields(self)[1:])
        return View(self.tables, *arrays)

    def read_by(self, reader: Reader, at: _Tables) -> "View":
        """The same with chances that take the bids into account."""
        tail = reader.others(self.rows, self.seat, at.dice[self.rows], self.palifico).round(TIE_PLACES)
        rows = np.arange(len(self.rows))
        width = tail.shape[2] - 1
        needed = np.clip(self.least - self.own, 0, width)
        chance = np.take_along_axis(tail, needed[:, :, None], axis=2)[:, :, 0]
        chance = np.where(self.chance < 0, -1.0, chance)
        face = self.tables.face(self.current) - 1
        still = self.tables.quantity(self.current) - self.own[rows, face]
        at_least = tail[rows, face, np.clip(still, 0, width)]
        one_more = tail[rows, face, np.clip(still + 1, 0, width)]
        begun = self.current > 0
        return replace(
            self,
            chance=chance,
            fewer=np.where(begun, (1 - at_least).round(TIE_PLACES), -1.0),
            exactly=np.where(begun, (at_least - one_more).round(TIE_PLACES), -1.0),
        )

    @property
    def can_bid(self) -> Bools:
        """Whether any bid is legal."""
        legal: Bools = np.any(self.chance >= 0, axis=1)
        return legal

    def best(self, agent: Agent) -> Ints:
        """The move that an agent likes best; what ties stands dudo, calza, then bids by quantity and face."""
        raised, bid = self._best_bid()
        dudo = self._dudo(agent)
        best = np.where(dudo >= raised, DUDO, bid)
        if self.tables.rules.calza:
            best = np.where((self.exactly > dudo) & (self.exactly >= raised), CALZA, best)
        # without a legal bid somebody has to call, and before the first there is nothing to call
        best = np.where(self.can_bid | (best < 0), best, DUDO)
        return np.where(self.current > 0, best, bid)

    def _best_bid(self) -> tuple[Floats, Ints]:
        raised = self.chance.max(axis=1)
        number = self.tables.number(self.least, np.arange(1, self.tables.sides + 1))
        tied = np.where(self.chance == raised[:, None], number, NEVER_LEGAL * self.tables.sides)
        return raised, tied.min(axis=1)

    def _dudo(self, agent: Agent) -> Floats:
        """How much an agent likes dudo: its chance, or all or nothing at a threshold."""
        if agent.threshold is not None:
            return np.where(1 - self.fewer < agent.threshold, 2.0, -2.0)
        if agent.reads:
            return self.fewer
        taken = agent.dudo.taken_off(self.own_dice / np.maximum(self.bidder_dice, 1))
        return np.where(self.current > 0, np.clip(self.fewer - taken, 0, 1), -1.0)

    def random_bid(self, whim: Floats) -> Ints:
        """A legal bid, all alike likely, by a number from 0 to 1 each."""
        legal = self.chance >= 0
        choices = legal * (1 if self.tables.is_exact else np.maximum(self.total[:, None] - self.least + 1, 0))
        opening = legal & (self.current == 0)[:, None]
        choices = np.where(opening, np.maximum(self.total[:, None] - self.least + 1, 0), choices)
        last = choices.cumsum(axis=1)
        place = np.minimum((whim * last[:, -1]).astype(np.int64), last[:, -1] - 1)
        face = (last <= place[:, None]).sum(axis=1).clip(max=self.tables.sides - 1)
        rows = np.arange(len(place))
        above = place - np.where(face > 0, last[rows, face - 1], 0)
        number: Ints = self.tables.number(self.least[rows, face] + above, face + 1)
        return number
