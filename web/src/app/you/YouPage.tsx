import { useState } from 'preact/compat';
import type { ActorId, Hex } from '../../lib/hex';
import { useTexts, WithSymbol } from '../../i18n';
import type { PlayedGame } from '../../rpsls/playedGame';
import { Card } from '../../ui/Card';
import { Field } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { useAccounts } from '../../way/accounts';
import { useChain } from '../../way/chain';
import { HomeLink } from '../../way/HomeLink';
import { KeptMoves } from '../KeptMoves';
import { GameList } from './GameList';
import { Rivals } from './Rivals';
import { TallyCard } from './TallyCard';
import { useGames } from './useGames';
import { Loading } from '../../ui/Loading';

/** What this browser knows of the games that it played. */
export function YouPage() {
  const { m } = useTexts();
  const [record, readAgain] = useGames();
  return (
    <div className="you">
      {record.kind === 'loading' && <Loading>{m.loading}</Loading>}
      {record.kind === 'unread' && (
        <Notice tone="error" title={m.record.unreadTitle}>
          <p>{m.record.unread}</p>
        </Notice>
      )}
      {record.kind === 'read' && record.damaged > 0 && (
        <Notice tone="warning">
          <p>{m.record.damaged(record.damaged)}</p>
        </Notice>
      )}
      {record.kind === 'read' && <Games games={record.games} />}
      <section className="card">
        <KeptMoves onImported={readAgain} />
      </section>
    </div>
  );
}

/** One player on one chain: amounts of different chains are different money. */
interface Player {
  key: string;
  genesis: Hex;
  account: ActorId;
  games: PlayedGame[];
}

function playersOf(games: readonly PlayedGame[]): Player[] {
  const players = new Map<string, Player>();
  for (const game of games) {
    const { genesis, account } = game;
    const key = `${genesis}/${account}`;
    const player = players.get(key) ?? { key, genesis, account, games: [] };
    player.games.push(game);
    players.set(key, player);
  }
  return [...players.values()];
}

function Games({ games }: { games: readonly PlayedGame[] }) {
  const { m } = useTexts();
  const { account, nameOf } = useAccounts();
  const { link } = useChain();
  const [chosen, setChosen] = useState<string | null>(null);
  const players = playersOf(games);
  const genesis = link.status === 'online' ? link.chain.genesis : null;
  const isOwn = (player: Player): boolean => player.account === account?.id && player.genesis === genesis;
  const player = players.find(({ key }) => key === chosen) ?? players.find(isOwn) ?? players[0];
  if (!player) {
    return (
      <Card title={m.titles.you} level={1}>
        <p>{m.record.none}</p>
        <p className="hint">{m.record.noneText}</p>
        <HomeLink />
      </Card>
    );
  }
  return (
    <WithSymbol symbol={player.games[0]?.symbol ?? ''}>
      <TallyCard games={player.games}>
        {players.length > 1 && (
          <Field label={m.record.whose}>
            {(props) => (
              <select {...props} value={player.key} onChange={(event) => setChosen(event.currentTarget.value)}>
                {players.map(({ key, account, games }) => (
                  <option key={key} value={key}>
                    {`${nameOf(account)} · ${games[0]?.symbol ?? ''} · ${games.length}`}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </TallyCard>
      <Rivals games={player.games} />
      <GameList key={player.key} games={player.games} />
    </WithSymbol>
  );
}
