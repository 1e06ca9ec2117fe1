import qrcode from 'qrcode-generator';
import { useMemo, useState } from 'react';
import { useTexts } from '../i18n';
import { CopyButton } from '../ui/CopyButton';
import { Icon } from '../ui/Icon';
import { Modal } from '../ui/Modal';
import { useChain } from '../app/chain';
import { hrefOf } from '../app/route';
import type { ActorId } from '../chain/hex';

export function ShareDialog({ program }: { program: ActorId }) {
  const { m } = useTexts();
  const { connection } = useChain();
  const [isOpen, setIsOpen] = useState(false);
  const link = new URL(hrefOf({ name: 'table', program }, connection.url), location.href).href;
  const isLocal = /^ws:\/\/(localhost|127\.|\[::1\])/.test(connection.url);
  return (
    <>
      <button type="button" className="button quiet" onClick={() => setIsOpen(true)}>
        <Icon name="share" />
        {m.table.share}
      </button>
      <Modal title={m.table.shareTitle} description={m.table.shareText} isOpen={isOpen} onOpenChange={setIsOpen}>
        <div className="share">
          {!isLocal && link.length <= LONGEST_CODE && <QrCode text={link} label={m.table.qr} />}
          <p className="mono breakable link">{link}</p>
          {isLocal && <p className="hint">{m.table.shareLocal}</p>}
          <CopyButton text={link} />
        </div>
      </Modal>
    </>
  );
}

/** Longer links make codes that no camera reads. */
const LONGEST_CODE = 800;

/** White around the code, without which cameras don't find it. */
const QUIET_ZONE = 4;

function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = qrcode(0, 'M');
    code.addData(text);
    code.make();
    const modules = code.getModuleCount();
    const cells = Array.from({ length: modules * modules }, (_, index) => {
      const [x, y] = [index % modules, Math.floor(index / modules)];
      return code.isDark(y, x) ? `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z` : '';
    });
    return { size: modules + 2 * QUIET_ZONE, path: cells.join('') };
  }, [text]);
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
