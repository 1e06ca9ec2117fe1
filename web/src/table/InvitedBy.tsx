import { useTexts } from '../i18n';
import type { GameState } from '../rpsls/state';
import { Heading } from '../ui/Heading';
import { usePeople } from '../way/people';

interface InvitedByProps {
  state: GameState;
  /** Whether the visit began with a link to this table. */
  isInvited: boolean;
}

/** Who invites to this game or waits there, and for which bet. */
export function InvitedBy({ state: { players, owner, config }, isInvited }: InvitedByProps) {
  const { m, f } = useTexts();
  const { nameOf } = usePeople();
  const bet = f.amountIfAny(config.betSize);
  const [first] = players;
  const title = isInvited
    ? m.act.invitedTitle(nameOf(owner), bet)
    : m.act.waitsTitle(first ? nameOf(first.id) : null, bet);
  return <Heading title={title} text={m.act.invitedText} />;
}
