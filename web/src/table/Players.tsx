import { useTexts } from '../i18n';
import { placesOf } from '../rpsls/rules';
import type { GameState, Player } from '../rpsls/state';
import { Card } from '../ui/Card';
import { Icon } from '../ui/Icon';
import { MoveIcon } from './drawing/MoveIcon';
import { Person } from '../way/Person';

/** The room for so many players is kept. */
const MOST_KEPT = 4;

export function Players({ state }: { state: GameState }) {
  const { m } = useTexts();
  const { players, config, rules } = state;
  const inOrder = [...players].sort((a, b) => Number(a.status === 'out') - Number(b.status === 'out'));
  return (
    <Card
      title={m.table.players}
      aside={<span className="muted">{m.table.seatsTaken(players.length, placesOf(rules, config))}</span>}
    >
      {/* Who sits down at a small table moves nothing. */}
      <div className="places" style={{ '--places': Math.min(MOST_KEPT, placesOf(rules, config)) }}>
        {players.length === 0 ? (
          <p className="empty">{m.table.noPlayers}</p>
        ) : (
          <ul className="players">
            {inOrder.map((player) => (
              <PlayerRow key={player.id} player={player} state={state} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function PlayerRow({ player, state }: { player: Player; state: GameState }) {
  const { m } = useTexts();
  const move = state.revealed.get(player.id);
  const isEarly = player.status === 'registered' && state.commitments.has(player.id);
  return (
    <li className={`player ${player.status}`}>
      <Person id={player.id} isOpenable />
      {player.id === state.owner && (
        <span className="tag" title={m.table.owner}>
          <Icon name="crown" />
          <span className="hidden">{m.table.owner}</span>
        </span>
      )}
      <span className="status">
        {move ? (
          <>
            <MoveIcon move={move} />
            {m.moves[move]}
          </>
        ) : (
          m.table.status[isEarly ? 'moved' : player.status]
        )}
      </span>
    </li>
  );
}
