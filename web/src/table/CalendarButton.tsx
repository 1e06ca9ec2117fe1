import { useTexts } from '../i18n';
import { calendarOf } from '../lib/calendar';
import { useSaving } from '../ui/saving';
import { pressed } from '../lib/aside';
import type { ActorId } from '../lib/hex';
import type { GameState } from '../rpsls/state';
import { titleOf } from '../lib/preferences';
import type { Clock } from '../ui/Countdown';
import { Icon } from '../ui/Icon';

/** Nobody needs a calendar for a shorter time, ms. */
const LONG = 3_600_000;
/** How long before the deadline the appointment begins, ms. */
const AHEAD = 900_000;

interface CalendarButtonProps {
  program: ActorId;
  /** The table's address. */
  url: string;
  state: GameState;
  clock: Clock;
}

/** Adds the stage's deadline to the player's calendar, if it is not soon. */
export function CalendarButton({ program, url, state, clock }: CalendarButtonProps) {
  const { m } = useTexts();
  const { keep, told } = useSaving();
  const { stage, stageStarted, deadline, players, gamesFinished, round } = state;
  // With fewer than two players the game starts later than the deadline.
  const isWaiting = stage === 'preparation' && players.length < 2;
  if (isWaiting || deadline - stageStarted < LONG) return null;
  const save = (): Promise<void> => {
    const now = Date.now();
    // The deadline by this machine's clock.
    const end = now + deadline - clock();
    const what = m.table.calendarTitles[stage];
    const text = calendarOf(
      {
        uid: `${program}-${gamesFinished}-${round}-${stage}@rpsls`,
        start: end - AHEAD,
        end,
        title: m.table.at(titleOf(program) || m.title, what),
        text: m.table.calendarText,
        url,
      },
      now,
    );
    return keep(new File([text], 'rpsls.ics', { type: 'text/calendar' }), null);
  };
  return (
    <>
      <button type="button" className="button quiet" onClick={() => pressed(save())}>
        <Icon name="clock" />
        {m.table.calendar}
      </button>
      {told}
    </>
  );
}
