import { useState } from 'preact/compat';
import { pressed } from '../lib/aside';
import { useAccounts } from '../way/accounts';
import { useName } from '../way/people';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import type { Formats } from '../i18n/formats';
import { ActButton } from '../way/ActButton';
import { useAttention } from '../way/attention';
import { Countdown, type Clock } from '../ui/Countdown';
import { useIsPast } from '../ui/useIsPast';
import { Person } from '../way/Person';
import { Board } from './Board';
import { closingOf } from './closing';
import { isPlayerOf, type Game } from './state';
import { useTicTacToeTexts, type TicTacToeTexts } from './texts';
import { useTicTacToeActions } from './useTicTacToeActions';
import { TicTacToeTrouble } from './TicTacToeTrouble';

interface GameCardProps {
  program: ActorId;
  game: Game;
  clock: Clock;
  turnTimeout: number;
}

/** One game, with what its player can do in it. */
export function GameCard({ program, game, clock, turnTimeout }: GameCardProps) {
  const { f } = useTexts();
  const t = useTicTacToeTexts();
  const { account } = useAccounts();
  const actions = useTicTacToeActions(program);
  const { id, stage, stake, pot } = game;
  const isExpired = useIsPast(clock, game.expires);
  useAttention(isAwaited(game, account?.id ?? null));
  const isMine = stage.kind === 'toMove' && stage.player === account?.id;
  const [tried, setTried] = useState<number | null>(null);
  const { step } = actions.acting;
  const mark = (row: number, column: number): void => {
    // One mark at a time: the chain does not let a second message replace the first.
    if (step !== null) return;
    setTried(3 * row + column);
    pressed(actions.act({ Move: { game: id, row, column } }));
  };
  const deadline = stage.kind === 'toMove' || stage.kind === 'toPlace' ? stage.deadline : null;
  const isLate = useIsPast(clock, deadline ?? Infinity);
  const sent = stage.kind === 'toPlace' ? 3 * stage.row + stage.column : null;
  return (
    <li className={`card game ${isMine ? 'mine' : ''}`}>
      <div className="versus">
        <span className="mark-host">
          × <Person id={id.host} isOpenable />
        </span>
        <span className="mark-challenger">
          ○ <Person id={id.challenger} isOpenable />
        </span>
      </div>
      <p className="muted">{pot === 0n ? stakeText(stake, t, f) : `${t.pot}: ${f.amount(pot)}`}</p>
      <Board cells={game.cells} sent={step === null ? sent : tried} onChoose={isMine ? mark : undefined} />
      <p className="game-status" role="status">
        <Status game={game} />
      </p>
      {deadline !== null && <Countdown clock={clock} span={{ from: deadline - turnTimeout, to: deadline }} />}
      <Requests game={game} />
      <p className="hint">{expiryText(game, isExpired, t, f)}</p>
      <Controls game={game} isExpired={isExpired} isLate={isLate} actions={actions} />
      <TicTacToeTrouble acting={actions.acting} />
    </li>
  );
}

/** Whether the game waits for this account. */
function isAwaited({ id, stage, referee, restartAskedBy }: Game, account: ActorId | null): boolean {
  switch (stage.kind) {
    case 'invited':
      return id.challenger === account;
    case 'toMove':
      return stage.player === account;
    case 'toPlace':
      return referee === account;
    case 'finished':
      return restartAskedBy !== null && restartAskedBy !== account && isPlayerOf(id, account);
  }
}

function stakeText(stake: bigint, t: TicTacToeTexts, f: Formats): string {
  return stake === 0n ? t.noStake : t.stakeOf(f.amount(stake));
}

function expiryText({ pot, expires }: Game, isExpired: boolean, t: TicTacToeTexts, f: Formats): string {
  if (isExpired) return pot === 0n ? t.expiredEmpty : t.expired;
  return (pot === 0n ? t.expiresEmpty : t.expires)(f.moment(expires));
}

function Status({ game }: { game: Game }) {
  const { f } = useTexts();
  const t = useTicTacToeTexts();
  const name = useName();
  const { account } = useAccounts();
  const { stage, id, stake } = game;
  switch (stage.kind) {
    case 'invited':
      return id.challenger === account?.id ? t.invitedYou : t.invitationSent;
    case 'toMove':
      return stage.player === account?.id ? t.yourTurn : t.theirTurn(name(stage.player));
    case 'toPlace':
      return t.markSent;
    case 'finished': {
      if (stage.outcome === 'draw' || stage.outcome === 'open') return t.draw;
      const winner = stage.outcome === 'hostWon' ? id.host : id.challenger;
      const prize = f.amountIfAny(2n * stake);
      if (winner === account?.id) return t.won(prize);
      return isPlayerOf(id, account?.id ?? null) ? t.lost(f.amountIfAny(stake)) : t.wonBy(name(winner), prize);
    }
  }
}

function Requests({ game: { restartAskedBy, closeAskedBy } }: { game: Game }) {
  const t = useTicTacToeTexts();
  const { account } = useAccounts();
  const name = useName();
  return (
    <>
      {restartAskedBy && (
        <p className="hint">
          {restartAskedBy === account?.id ? t.restartAskedByYou : t.restartAsked(name(restartAskedBy))}
        </p>
      )}
      {closeAskedBy && <p className="hint">{t.closeAsked(name(closeAskedBy))}</p>}
    </>
  );
}

interface ControlsProps {
  game: Game;
  isExpired: boolean;
  /** Whether the time is up for what the game waits for. */
  isLate: boolean;
  actions: ReturnType<typeof useTicTacToeActions>;
}

function Controls({ game, isExpired, isLate, actions }: ControlsProps) {
  const { f } = useTexts();
  const t = useTicTacToeTexts();
  const { account } = useAccounts();
  const { id, stage, stake } = game;
  const { step } = actions.acting;
  const closing = account && closingOf(game, account.id, isExpired);
  const isPlayer = account !== null && isPlayerOf(id, account.id);
  const isInvited = stage.kind === 'invited' && id.challenger === account?.id;
  const isReferee = stage.kind === 'toPlace' && game.referee === account?.id;
  const waitsForOther = stage.kind === 'toPlace' || (stage.kind === 'toMove' && stage.player !== account?.id);
  return (
    <div className="row">
      {isInvited && (
        <ActButton
          step={step}
          // Names this very game: the host could close it meanwhile and offer another.
          onClick={() => pressed(actions.act({ Accept: { game: id, terms: { referee: game.referee, stake } } }, stake))}
        >
          {stake === 0n ? t.acceptFree : t.accept(f.amount(stake))}
        </ActButton>
      )}
      {isReferee && (
        <ActButton step={step} onClick={() => pressed(actions.act({ PlaceMark: { game: id } }))}>
          {t.place}
        </ActButton>
      )}
      {isPlayer && stage.kind === 'finished' && game.restartAskedBy !== account.id && (
        <ActButton step={step} onClick={() => pressed(actions.act({ Restart: { game: id } }, stake))}>
          {stake === 0n ? t.restart : t.restartFor(f.amount(stake))}
        </ActButton>
      )}
      {isPlayer && waitsForOther && isLate && (
        <ActButton tone="quiet" step={step} onClick={() => pressed(actions.act({ ClaimTimeout: { game: id } }))}>
          {t.claim}
        </ActButton>
      )}
      {closing && (
        <ActButton tone="quiet" step={step} onClick={() => pressed(actions.act({ Close: { game: id } }))}>
          {t.closing[closing]}
        </ActButton>
      )}
    </div>
  );
}
