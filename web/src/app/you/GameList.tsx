import { useState } from 'preact/compat';
import type { ActorId } from '../../lib/hex';
import { useTexts } from '../../i18n';
import type { PlayedGame, ShownRound } from '../../rpsls/playedGame';
import { MOVES, type Move } from '../../rpsls/moves';
import { MoveIcon } from '../../table/drawing/MoveIcon';
import { Card } from '../../ui/Card';
import { Icon, type IconName } from '../../ui/Icon';
import { shortId, useAccounts } from '../../way/accounts';
import { hrefOf } from '../../way/route';
import { net } from './net';

/** How many games are shown at once. */
const PAGE = 20;

const ICONS: Record<PlayedGame['outcome'], IconName> = { won: 'trophy', lost: 'close', stopped: 'refresh' };

/** All games, to look at again, the latest first. */
export function GameList({ games }: { games: readonly PlayedGame[] }) {
  const { m } = useTexts();
  const [shown, setShown] = useState(PAGE);
  return (
    <Card title={m.record.list}>
      <ul className="past-games">
        {games.slice(0, shown).map((game) => (
          <Row key={`${game.program}/${game.game}`} game={game} />
        ))}
      </ul>
      {games.length > shown && (
        <button type="button" className="button quiet" onClick={() => setShown(shown + PAGE)}>
          {m.record.more}
        </button>
      )}
    </Card>
  );
}

function Row({ game }: { game: PlayedGame }) {
  const { m, f } = useTexts();
  const { nameOf } = useAccounts();
  const { outcome, bet, paid, opponents, program, node, title, time, rounds, account } = game;
  return (
    <li className={outcome}>
      <Icon name={ICONS[outcome]} />
      <div>
        <p>
          <strong>{m.record.outcomes[outcome]}</strong>{' '}
          <span className="number">{bet === '0' ? m.table.free : net(BigInt(paid) - BigInt(bet), f)}</span>
        </p>
        <p className="muted">{m.list(opponents.map(nameOf))}</p>
        {rounds.length > 0 && (
          <details>
            <summary>{m.record.rounds}</summary>
            <ol>
              {rounds.map((round, index) => (
                <Round key={index} number={index + 1} round={round} account={account} />
              ))}
            </ol>
          </details>
        )}
      </div>
      <div className="past-where">
        <a href={hrefOf({ name: 'table', program }, node)}>
          {title ? <bdi>{title}</bdi> : <span className="mono">{shortId(program)}</span>}
        </a>
        <span className="hint">
          {m.table.game(game.game + 1)} · {f.moment(time)}
        </span>
      </div>
    </li>
  );
}

/** A decided round, the player's own move first. */
function Round({ number, round, account }: { number: number; round: ShownRound; account: ActorId }) {
  const { m } = useTexts();
  const { nameOf } = useAccounts();
  const own = round[account];
  const byMove = MOVES.map((move): [Move, ActorId[]] => [
    move,
    (Object.keys(round) as ActorId[]).filter((id) => id !== account && round[id] === move),
  ]).filter(([, ids]) => ids.length > 0);
  return (
    <li>
      <span className="label">{m.table.round(number)}</span>
      {own && <Shown move={own} names={m.self} />}
      {byMove.map(([move, ids]) => (
        <Shown key={move} move={move} names={m.list(ids.map(nameOf))} />
      ))}
    </li>
  );
}

function Shown({ move, names }: { move: Move; names: string }) {
  const { m } = useTexts();
  return (
    <span className="past-move">
      <MoveIcon move={move} />
      {m.round.playedBy(m.moves[move], names)}
    </span>
  );
}
