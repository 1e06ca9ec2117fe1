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
import { mishap } from '../lib/aside';
import { useIsAway } from '../lib/useIsAway';
import { Icon, type IconName } from './Icon';

/** How long a toast stays, and how long a dialog takes to come or go, in ms. */
const DURATION = 5_000;
const SETTLED = 100;

/** What goes with a toast's text. */
interface Around {
  /** A tick unless another is named. */
  icon?: IconName;
  /** A link to more. */
  link?: { href: string; text: string };
}

type Show = (text: string, around?: Around) => void;
type Toast = { id: number; text: string } & Around;

const WARNING: Around = { icon: 'warning' };

const ToastContext = createContext<Show>(() => undefined);

/**
 * Lets toasts appear in a dialog until the returned function is called: what is outside of an open one can be
 * neither pressed nor heard.
 */
export const ToastHostContext = createContext<(host: HTMLElement) => () => void>(() => () => undefined);

export function useToast(): Show {
  return useContext(ToastContext);
}

export function ToastsProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const [hosts, setHosts] = useState<HTMLElement[]>([]);
  const show = useCallback<Show>((text, around = {}) => {
    const add = (all: Toast[]): Toast[] => [...all, { id: (all.at(-1)?.id ?? 0) + 1, text, ...around }];
    // What tells may close a dialog: a screen reader says only what comes to a place that is there already.
    setTimeout(() => setToasts(add), SETTLED);
  }, []);
  const { m } = useTexts();
  useEffect(
    () =>
      mishap.subscribe(() => {
        const last = mishap.get();
        if (last) show(m.crash.pressed(last.error instanceof Error ? last.error.message : String(last.error)), WARNING);
      }),
    [show, m],
  );
  const hostToasts = useCallback((host: HTMLElement) => {
    setHosts((all) => [...all, host]);
    return () => setHosts((all) => all.filter((other) => other !== host));
  }, []);
  const drop = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  return (
    <ToastContext value={show}>
      <ToastHostContext value={hostToasts}>
        {children}
        {createPortal(
          <div className="toasts" aria-live="polite">
            {toasts.map((toast) => (
              <ToastItem key={toast.id} toast={toast} drop={drop} />
            ))}
          </div>,
          hosts.at(-1) ?? document.body,
        )}
      </ToastHostContext>
    </ToastContext>
  );
}

/** A toast that goes by itself, unless somebody points at it or looks elsewhere, for example at a wallet. */
function ToastItem({ toast, drop }: { toast: Toast; drop: (id: number) => void }) {
  const { m } = useTexts();
  const { id, text, icon = 'check', link } = toast;
  const [isHeld, setIsHeld] = useState(false);
  const isAway = useIsAway();
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
      {link && (
        <a href={link.href} onClick={() => drop(id)}>
          {link.text}
        </a>
      )}
      <button type="button" className="icon-button small" aria-label={m.dismiss} onClick={() => drop(id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
