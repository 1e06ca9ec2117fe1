import type { ActorId } from '../lib/hex';
import { idsIn, isRecord } from './entries';
import type { History } from './history';
import { MOVES, type Move } from './moves';
import { resultOf } from './result';
import { lastRoundOf } from './round';
import { lastEndOf, type TakenSeat } from './seats';
import type { Seat } from './secrets';
import type { GameState } from './state';
import { sharesDueOf } from './stop';
import { isTold } from './story';

const OUTCOMES = ['won', 'lost', 'stopped'] as const;

/** A round as its players revealed it, by account. */
export type ShownRound = Readonly<Record<ActorId, Move>>;

/** A finished game that somebody played from this browser. */
export interface PlayedGame extends Seat {
  /** The game's number at its table, from 0. */
  game: number;
  /** When it ended, ms. */
  time: number;
  outcome: (typeof OUTCOMES)[number];
  /** The price of the seat, and what was paid out for it, in the chain's smallest unit. */
  bet: string;
  paid: string;
  /** The symbol of the chain's money. */
  symbol: string;
  /** The other players, as far as they were seen. */
  opponents: ActorId[];
  /** The rounds that were seen, in order. */
  rounds: ShownRound[];
  /** The node of its table, and the title that a club lists. */
  node: string;
  title: string;
}

/** Where a game was played. */
export type Place = Pick<PlayedGame, 'node' | 'title' | 'symbol'>;

/**
 * The game that a seat was taken for, once this state says that it is over. Null if it is not known
 * how it ended, or whether the seat was in it at all.
 */
export function playedGameOf(taken: TakenSeat, state: GameState, history: History, place: Place): PlayedGame | null {
  const { genesis, program, account, game, bet, before } = taken;
  if (state.gamesFinished !== game + 1 || taken.seen === 'sentAway') return null;
  // The same players may have sat down again by now.
  const ended: GameState = { ...state, stage: 'preparation', players: [] };
  const result = resultOf(ended, history, account, taken);
  const { lastGame } = state;
  const round = lastRoundOf(ended);
  // The state's last won game may be an earlier one, and so may the one that was seen.
  const isNewEnd = lastEndOf(state) !== before;
  const story = history.game?.isOver && (isNewEnd || !history.game.isBehindGap) ? history.game : null;
  const isSeen = isTold(story, lastGame);
  const isDecided = isNewEnd || isSeen || round !== null;
  const known = { genesis, program, account, game, time: state.stageStarted, ...place };
  switch (result?.kind) {
    case 'won':
    case 'lost': {
      if (!isDecided) return null;
      const played = isSeen ? story.played : round ? [round] : [];
      const others = isSeen
        ? story.players
        : [...(state.lastRound?.moves.keys() ?? []), ...(lastGame ? [lastGame.winner] : [])];
      return {
        ...known,
        outcome: result.kind,
        bet,
        paid: result.kind === 'won' ? result.pot.toString() : '0',
        opponents: without(account, others),
        rounds: played.map(({ reveals }) => Object.fromEntries(reveals)),
      };
    }
    case 'stopped':
      // Nobody has paid the player's share out yet.
      if (result.value === 0n && sharesDueOf(state) > 0n) return null;
      return {
        ...known,
        outcome: 'stopped',
        bet,
        paid: result.value.toString(),
        opponents: without(account, story?.players ?? []),
        rounds: (story?.played ?? []).map(({ reveals }) => Object.fromEntries(reveals)),
      };
    default:
      return null;
  }
}

function without(account: ActorId, players: readonly ActorId[]): ActorId[] {
  return [...new Set(players)].filter((id) => id !== account);
}

/** Reads a game that was stored or imported. Null if it is none. */
export function readPlayedGame(entry: unknown): PlayedGame | null {
  if (!isRecord(entry)) return null;
  const [genesis, program, account] = idsIn(entry, 'genesis', 'program', 'account');
  const { game, time, bet, paid, symbol, node, title } = entry;
  const outcome = OUTCOMES.find((known) => known === entry['outcome']);
  const opponents = list(entry['opponents'], (id) => idsIn({ id }, 'id')[0] ?? null);
  const rounds = list(entry['rounds'], readRound);
  if (!genesis || !program || !account || !outcome || !opponents || !rounds) return null;
  if (!isCount(game) || !isCount(time) || !isAmount(bet) || !isAmount(paid)) return null;
  if (typeof symbol !== 'string' || typeof node !== 'string' || typeof title !== 'string') return null;
  return { genesis, program, account, game, time, outcome, bet, paid, symbol, opponents, rounds, node, title };
}

function readRound(round: unknown): ShownRound | null {
  if (!isRecord(round)) return null;
  const shown = Object.entries(round).map(([key, name]) => {
    const [id] = idsIn({ key }, 'key');
    const move = MOVES.find((known) => known === name);
    return id && move ? ([id, move] as const) : null;
  });
  return shown.includes(null) ? null : Object.fromEntries(shown.flatMap((one) => (one ? [one] : [])));
}

/** Reads all items of a list. Null if it is no list, or has an item of another kind. */
function list<T>(value: unknown, read: (item: unknown) => T | null): T[] | null {
  if (!Array.isArray(value)) return null;
  const items = value.map(read);
  return items.includes(null) ? null : items.flatMap((item) => item ?? []);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isAmount(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,40}$/.test(value);
}
