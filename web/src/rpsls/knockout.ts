import type { ActorId } from '../lib/hex';
import type { History } from './history';
import { beats, type Move } from './moves';
import { lastRoundOf } from './round';
import { heldBy, stillIn, type GameState, type Held } from './state';
import type { GameStory, PlayedRound } from './story';

/** How many rounds a bracket of this many players takes. */
export function roundsOf(players: number): number {
  return 32 - Math.clz32(Math.max(1, players) - 1);
}

/** Whether a round may follow the one that is played. Of a knockout it is known. */
export function mayGoOn({ rules, players, round }: GameState): boolean {
  return rules.format !== 'knockout' || round < roundsOf(players.length);
}

/** In this round, counted from 1, players meet if their seats leave the same remainder when divided by this number. */
export function divisorOf(players: number, round: number): number {
  return 2 ** Math.max(0, roundsOf(players) - round);
}

/** One player of a match. */
export interface Entrant {
  /** Null if it is not decided yet, or was not seen. */
  id: ActorId | null;
  /** The players who may come here, if it is not decided yet. */
  among: ActorId[];
  /** Null if it was not seen, or is not asked for yet. */
  held: Held | null;
  /** Null while it is open. */
  goesOn: boolean | null;
}

/** A match of two players, one player with a bye, or nobody. */
export interface Match {
  /** The remainder that the seats of its players leave. */
  remainder: number;
  entrants: Entrant[];
  /** Whether a toss decided a draw. */
  isTossed: boolean;
}

/** The matches of a knockout, from the first round to the last. */
export interface Bracket {
  /** The matches of each round. Neighbours are matches whose winners meet in the next round. */
  rounds: Match[][];
  /** The round being played, from 1, or the one in which the game ended. */
  current: number;
  /** The winner, once the game is over. */
  winner: ActorId | null;
}

/** What the page knows of a knockout. */
interface Knockout {
  /** All players, in order of their seats. */
  seats: readonly ActorId[];
  /** The round being played, or the one in which the game ended. */
  current: number;
  isOver: boolean;
  /** The players who are still in the game. */
  left: ReadonlySet<ActorId>;
  /** What players hold in the round being played. */
  held: ReadonlyMap<ActorId, Held>;
  /** What is known of the earlier rounds. */
  played: readonly PlayedRound[];
}

/** The bracket of the running game, or of the last one if it was seen. Null if all play against all. */
export function bracketOf(state: GameState, { game }: History): Bracket | null {
  const isKnockout = state.rules.format === 'knockout';
  if (state.round > 0) {
    if (!isKnockout) return null;
    return draw(
      {
        seats: state.players.map(({ id }) => id),
        current: state.round,
        isOver: false,
        left: new Set(stillIn(state).map(({ id }) => id)),
        held: new Map(state.players.map((player) => [player.id, heldBy(state, player)])),
        played: playedIn(state, game?.isOver ? null : game),
      },
      null,
    );
  }
  // The last game had the next one's rules, unless they were changed since. If they were, nothing fits.
  const winner = game?.isOver ? winnerOf(game) : null;
  if (!game || !winner || !isKnockout || !isInPairs(game)) return null;
  const current = game.played.at(-1)?.number ?? 0;
  const { seats, played } = game;
  return draw({ seats, current, isOver: true, left: new Set([winner]), held: new Map(), played }, winner);
}

/**
 * The rounds of the running game that were seen, plus the last one from the state while nobody can
 * have been late since.
 */
function playedIn(state: GameState, game: GameStory | null): PlayedRound[] {
  const seen = game?.played ?? [];
  const last = state.stage === 'inProgress' ? lastRoundOf(state) : null;
  return last && seen.every(({ number }) => number !== last.number) ? [...seen, last] : seen;
}

function winnerOf({ fates }: GameStory): ActorId | null {
  return [...fates].find(([, { kind }]) => kind === 'won')?.[0] ?? null;
}

/** Whether all of the game was seen, and no two players who met both went on. */
function isInPairs({ seats, played }: GameStory): boolean {
  return (
    seats.length > 0 &&
    played.length > 0 &&
    played.every(({ number, survivors }, index) => {
      const by = divisorOf(seats.length, number);
      const groups = new Set(survivors.map((id) => seats.indexOf(id) % by));
      return number === index + 1 && groups.size === survivors.length;
    })
  );
}

function draw(game: Knockout, winner: ActorId | null): Bracket {
  const roundOf = (known: Knockout, number: number): Match[] => {
    const round = { number, before: goneOnFrom(known, number - 1), after: goneOnFrom(known, number) };
    return inOrder(divisorOf(known.seats.length, number)).map((remainder) => matchOf(known, round, remainder));
  };
  const beaten = roundOf(game, game.current).flatMap(({ entrants }) =>
    entrants.filter(({ goesOn }) => goesOn === false),
  );
  const left = new Set([...game.left].filter((id) => beaten.every((entrant) => entrant.id !== id)));
  const rounds = Array.from({ length: roundsOf(game.seats.length) }, (_, index) =>
    roundOf(index < game.current ? game : { ...game, left }, index + 1),
  );
  return { rounds, current: game.current, winner };
}

/** The remainders below `by`, ordered so that neighbours are equal modulo half of it. */
function inOrder(by: number): number[] {
  return by === 1 ? [0] : inOrder(by / 2).flatMap((remainder) => [remainder, remainder + by / 2]);
}

/** The players who went on from a round. */
interface GoneOn {
  ids: ReadonlySet<ActorId>;
  /** Whether these are all who went on. */
  isWhole: boolean;
}

/** A round of the bracket. */
interface Round {
  number: number;
  before: GoneOn;
  after: GoneOn;
}

function goneOnFrom({ seats, current, left, isOver, played }: Knockout, number: number): GoneOn {
  if (number === 0) return { ids: new Set(seats), isWhole: true };
  if (isOver && number >= current) return { ids: left, isWhole: true };
  const seen = played.find((round) => round.number === number);
  return seen ? { ids: new Set(seen.survivors), isWhole: true } : { ids: left, isWhole: false };
}

function matchOf(game: Knockout, round: Round, remainder: number): Match {
  const by = divisorOf(game.seats.length, round.number);
  const comers = [remainder, remainder + by].flatMap((half) => entrantOf(game, round, half, by * 2) ?? []);
  const entrants = comers.map((comer) => ({ ...comer, goesOn: outcomeOf(game, round, comer, comers) }));
  const [one, other] = entrants;
  const isDraw = one && other && isMove(one.held) && one.held === other.held;
  return { remainder, entrants, isTossed: Boolean(isDraw) && one?.goesOn !== other?.goesOn };
}

type Comer = Omit<Entrant, 'goesOn'>;

/** The player who comes from one half of a match: nobody, a known one, or one of several. */
function entrantOf(game: Knockout, { number, before }: Round, half: number, by: number): Comer | null {
  const group = game.seats.filter((_, seat) => seat % by === half);
  if (number > game.current) {
    const among = group.filter((id) => game.left.has(id));
    const [id = null] = game.isOver ? among : [];
    return among.length > 0 ? { id, among, held: null } : null;
  }
  const [id = null] = group.filter((player) => before.ids.has(player));
  const isNobody = group.length === 0 || (id === null && before.isWhole);
  return isNobody ? null : { id, among: [], held: id && heldIn(game, number, id) };
}

function heldIn({ current, isOver, held, played }: Knockout, number: number, id: ActorId): Held | null {
  if (number === current && !isOver) return held.get(id) ?? null;
  return played.find((round) => round.number === number)?.reveals.get(id) ?? null;
}

function outcomeOf(game: Knockout, { number, after }: Round, { id }: Comer, all: readonly Comer[]): boolean | null {
  if (id === null) return null;
  if (!game.isOver && number === game.current) return outcomeSoFar(game, id, all);
  if (after.ids.has(id)) return true;
  return after.isWhole || all.some((other) => other.id !== null && after.ids.has(other.id)) ? false : null;
}

/** What the revealed moves decide already. Draws wait until the round is over. */
function outcomeSoFar({ left, held }: Knockout, id: ActorId, all: readonly Comer[]): boolean | null {
  if (!left.has(id)) return false;
  const own = held.get(id) ?? null;
  if (!isMove(own)) return null;
  const other = all.find((comer) => comer.id !== null && comer.id !== id && left.has(comer.id));
  if (!other) return true;
  return isMove(other.held) && other.held !== own ? beats(own, other.held) : null;
}

function isMove(held: Held | null): held is Move {
  return held !== null && held !== 'none' && held !== 'held';
}
