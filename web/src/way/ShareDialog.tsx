import { useState, type ReactNode } from 'preact/compat';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { pressed } from '../lib/aside';
import { canShare, share } from '../lib/browser';
import { late } from '../lib/late';
import { CopyButton } from '../ui/CopyButton';
import { useCopying } from '../ui/copying';
import { CrashBoundary } from '../ui/Crash';
import { Icon } from '../ui/Icon';
import { Modal } from '../ui/Modal';
import { useChain } from './chain';
import { reachOf } from '../lib/reach';
import type { Screen } from './route';
import { useSharedLink } from './shared';

interface ShareDialogProps {
  screen: Extract<Screen, { name: 'table' | 'ticTacToe' }>;
  title: string;
  text: string;
  /** Other ways to invite. */
  children?: ReactNode;
}

/** The program that was set up a moment ago and nobody is invited to yet. */
let fresh: ActorId | null = null;

/** Makes the invitation open when this program's screen is first shown. */
export function inviteTo(program: ActorId): void {
  fresh = program;
}

function isNew(program: ActorId): boolean {
  return program === fresh;
}

/** The link to a screen, for passing on. */
export function ShareDialog({ screen, title, text, children }: ShareDialogProps) {
  const { m } = useTexts();
  const { connection } = useChain();
  const [isOpen, setIsOpen] = useState(() => screen.program !== null && isNew(screen.program));
  const link = useSharedLink(screen);
  const isLocal = reachOf(connection.url).where === 'machine';
  return (
    <>
      <button type="button" className="button quiet" onClick={() => setIsOpen(true)}>
        <Icon name="share" />
        {m.table.share}
      </button>
      <Modal
        title={title}
        description={text}
        isOpen={isOpen}
        onOpenChange={(open) => {
          fresh = null;
          setIsOpen(open);
        }}
      >
        <div className="share">
          {!isLocal && <QrCode text={link} label={m.table.qr} />}
          <p className="mono breakable">{link}</p>
          {isLocal && <p className="hint">{m.table.shareLocal}</p>}
          <div className="row">
            <ShareButton title={title} link={link} />
            <CopyButton text={link} />
          </div>
        </div>
        {children}
      </Modal>
    </>
  );
}

interface ShareButtonProps {
  title: string;
  link: string;
  tone?: 'primary' | 'quiet';
}

/** Passes a link to the system's own way of sharing, if there is one. */
export function ShareButton({ title, link, tone = 'primary' }: ShareButtonProps) {
  const { m } = useTexts();
  const { copy, byHand } = useCopying();
  const data = { title, url: link };
  if (!canShare(data)) return null;
  const send = async (): Promise<void> => {
    if ('reason' in (await share(data))) await copy(link, m.copied);
  };
  return (
    <>
      <button type="button" className={`button ${tone}`} onClick={() => pressed(send())}>
        <Icon name="share" />
        {m.shareBy}
      </button>
      {byHand}
    </>
  );
}

/** Longer links, in characters, make codes that no camera reads. */
const LONGEST_CODE = 800;

const QrPicture = late(async () => (await import('./QrPicture')).QrPicture);

/** A QR code of a link for a phone's camera, unless the link is too long. */
export function QrCode({ text, label }: { text: string; label: string }) {
  if (text.length > LONGEST_CODE) return null;
  return (
    <CrashBoundary>
      <QrPicture text={text} label={label} fallback={<svg className="qr" viewBox="0 0 1 1" aria-hidden="true" />} />
    </CrashBoundary>
  );
}
