import type { ActorId } from '../../lib/hex';
import { pressed } from '../../lib/aside';
import { useTexts } from '../../i18n';
import type { History } from '../../rpsls/history';
import { openingOf, randomPassword } from '../../rpsls/opening';
import { againOf } from '../../rpsls/result';
import { placesOf } from '../../rpsls/rules';
import { statusOf, type GameState } from '../../rpsls/state';
import { sharesDueOf } from '../../rpsls/stop';
import { useChain } from '../../way/chain';
import { usePeople } from '../../way/people';
import type { TableActions } from '../actions';
import { PriceNote } from '../gas/PriceNote';
import { useSeatPrice } from '../gas/useSeatPrice';
import { StakeWarnings } from '../StakeWarnings';
import { TroubleNotice } from '../TroubleNotice';
import { AgainCard } from './AgainCard';

interface AgainPanelProps {
  program: ActorId;
  state: GameState;
  history: History;
  actions: TableActions;
}

/** Whether this account can sit down for the next game now. */
export function canPlayAgain(state: GameState, account: ActorId | null): boolean {
  const isOpen = state.stage === 'preparation' && sharesDueOf(state) === 0n;
  return isOpen && account !== null && statusOf(state, account) === 'notRegistered' && hasSeats(state);
}

function hasSeats({ players, rules, config }: GameState): boolean {
  return players.length < placesOf(rules, config);
}

/** Takes a seat in the next game with the pressed move, and shows the price. */
export function AgainPanel({ program, state, history, actions }: AgainPanelProps) {
  const { m, f } = useTexts();
  const { me, nameOf } = usePeople();
  const back = againOf(state, history, me);
  const { link } = useChain();
  const { config, rules } = state;
  const price = useSeatPrice(program, state);
  const { step } = actions.acting;
  return (
    <AgainCard
      bet={f.amountIfAny(config.betSize)}
      back={back.length > 0 ? m.table.result.rematch(m.list(back.map(nameOf))) : m.table.result.noneBack}
      isBusy={step !== null}
      isDisabled={price?.kind === 'short' || link.status !== 'online'}
      onPlay={(move) => pressed(actions.join(state, openingOf(move, randomPassword())))}
    >
      {step === null ? (
        <PriceNote price={price} bet={config.betSize} />
      ) : (
        <p className="price" role="status">
          {m.act.steps[step]}…
        </p>
      )}
      <StakeWarnings config={config} rules={rules} />
      <TroubleNotice acting={actions.acting} />
    </AgainCard>
  );
}
