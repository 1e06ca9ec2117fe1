import qrcode from 'qrcode-generator';
import { useMemo } from 'preact/compat';

/** The white margin of a code: without it cameras don't find the code. */
const QUIET_ZONE = 4;

/** A text as a QR code. */
export function QrPicture({ text, label }: { text: string; label: string }) {
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
