import { useTexts } from '../i18n';
import type { GameState } from '../rpsls/state';
import { Heading } from '../ui/Heading';
import { usePeople } from '../visitor/people';

/** Who invites to this game, and to which bet. */
export function InvitedBy({ state: { players, owner, config } }: { state: GameState }) {
  const { m, f } = useTexts();
  const { nameOf } = usePeople();
  const host = nameOf(players[0]?.id ?? owner);
  return <Heading title={m.act.invitedTitle(host, f.amountIfAny(config.betSize))} text={m.act.invitedText} />;
}
