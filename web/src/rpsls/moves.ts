/** The five moves, in the order of their digits. */
export const MOVES = ['rock', 'paper', 'scissors', 'lizard', 'spock'] as const;

export type Move = (typeof MOVES)[number];

/** What each move beats. */
export const BEATS: Readonly<Record<Move, readonly [Move, Move]>> = {
  rock: ['scissors', 'lizard'],
  paper: ['rock', 'spock'],
  scissors: ['paper', 'lizard'],
  lizard: ['paper', 'spock'],
  spock: ['rock', 'scissors'],
};

export function beats(one: Move, other: Move): boolean {
  return BEATS[one].includes(other);
}

/** A key that was pressed: what it means, and where it is. */
type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** The move whose digit a key has, also where digits need the shift key, as on French keyboards. */
export function moveOfKey({ key, code, shiftKey }: Key): Move | null {
  const own = /^\d$/.test(key) || shiftKey ? key : (/^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? '');
  return MOVES.find((move) => digit(move) === own) ?? null;
}

/** The move's digit, which begins an opening. */
export function digit(move: Move): string {
  return String(MOVES.indexOf(move));
}

/** The move that an opening's first character names. Null if it names none. */
export function moveOfOpening(opening: string): Move | null {
  const first = opening.charAt(0);
  return MOVES.find((move) => digit(move) === first) ?? null;
}

/** The move that beats all others of these, if one does. */
export function winningMove(revealed: readonly Move[]): Move | null {
  const played = [...new Set(revealed)];
  if (played.length < 2) return null;
  return played.find((move) => played.every((other) => other === move || beats(move, other))) ?? null;
}

/** The pairs of these moves in which the first beats the second. */
export function victories(revealed: readonly Move[]): [winner: Move, loser: Move][] {
  const played = [...new Set(revealed)];
  return played.flatMap((winner) =>
    played.filter((loser) => beats(winner, loser)).map((loser): [Move, Move] => [winner, loser]),
  );
}

/** What each of the played moves scores: the players it beats less the players who beat it. */
export function scoresOf(revealed: readonly Move[]): Map<Move, number> {
  const scoreOf = (move: Move): number =>
    revealed.filter((other) => beats(move, other)).length - revealed.filter((other) => beats(other, move)).length;
  return new Map([...new Set(revealed)].map((move) => [move, scoreOf(move)]));
}
