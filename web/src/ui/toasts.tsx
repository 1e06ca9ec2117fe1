import {
  createContext,
  createPortal,
  useCallback,
  useContext,
  useEffect,
  useState,
  type ReactNode,
} from 'preact/compat';
import { useTexts } from '../i18n';
import { useIsHidden } from '../lib/useIsHidden';
import { Icon, type IconName } from './Icon';

const DURATION = 5_000;

/** What goes with a toast's text. */
interface Around {
  /** A tick unless another is named. */
  icon?: IconName;
  /** A link to more. */
  link?: { href: string; text: string };
}

type Show = (text: string, around?: Around) => void;
type Toast = { id: number; text: string } & Around;

const ToastContext = createContext<Show>(() => undefined);

/** Sets where toasts appear: what is outside of an open dialog can be neither pressed nor heard. */
export const ToastHostContext = createContext<(host: HTMLElement | null) => void>(() => undefined);

export function useToast(): Show {
  return useContext(ToastContext);
}

export function ToastsProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const [host, setHost] = useState<HTMLElement | null>(null);
  const show = useCallback<Show>((text, around = {}) => {
    setToasts((all) => [...all, { id: (all.at(-1)?.id ?? 0) + 1, text, ...around }]);
  }, []);
  const drop = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  return (
    <ToastContext value={show}>
      <ToastHostContext value={setHost}>
        {children}
        {createPortal(
          <div className="toasts" aria-live="polite">
            {toasts.map((toast) => (
              <ToastItem key={toast.id} toast={toast} drop={drop} />
            ))}
          </div>,
          host ?? document.body,
        )}
      </ToastHostContext>
    </ToastContext>
  );
}

/** A toast that goes by itself, unless somebody points at it or is away. */
function ToastItem({ toast, drop }: { toast: Toast; drop: (id: number) => void }) {
  const { m } = useTexts();
  const { id, text, icon = 'check', link } = toast;
  const [isHeld, setIsHeld] = useState(false);
  const isAway = useIsHidden();
  useEffect(() => {
    if (isHeld || isAway) return;
    const timer = setTimeout(() => drop(id), DURATION);
    return () => clearTimeout(timer);
  }, [isHeld, isAway, drop, id]);
  const hold = () => setIsHeld(true);
  const release = () => setIsHeld(false);
  return (
    <div className="toast" onPointerEnter={hold} onPointerLeave={release} onFocusIn={hold} onFocusOut={release}>
      <Icon name={icon} />
      <span className="toast-text">{text}</span>
      {link && <a href={link.href}>{link.text}</a>}
      <button type="button" className="icon-button small" aria-label={m.dismiss} onClick={() => drop(id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
