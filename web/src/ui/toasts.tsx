import { Toast } from 'radix-ui';
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { useTexts } from '../i18n';
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

const ToastContext = createContext<Show>(() => undefined);

export function useToast(): Show {
  return useContext(ToastContext);
}

export function ToastsProvider({ children }: { children: ReactNode }) {
  const { m } = useTexts();
  const [toasts, setToasts] = useState<({ id: number; text: string } & Around)[]>([]);
  const show = useCallback<Show>((text, around = {}) => {
    setToasts((all) => [...all, { id: (all.at(-1)?.id ?? 0) + 1, text, ...around }]);
  }, []);
  return (
    <ToastContext value={show}>
      <Toast.Provider duration={DURATION} swipeDirection="right" label={m.dismiss}>
        {children}
        {toasts.map(({ id, text, icon = 'check', link }) => (
          <Toast.Root
            key={id}
            className="toast"
            onOpenChange={(isOpen) => {
              if (!isOpen) setToasts((all) => all.filter((toast) => toast.id !== id));
            }}
          >
            <Icon name={icon} />
            <Toast.Description className="toast-text">{text}</Toast.Description>
            {link && (
              <Toast.Action asChild altText={link.text}>
                <a href={link.href}>{link.text}</a>
              </Toast.Action>
            )}
            <Toast.Close className="icon-button small" aria-label={m.dismiss}>
              <Icon name="close" />
            </Toast.Close>
          </Toast.Root>
        ))}
        <Toast.Viewport className="toasts" />
      </Toast.Provider>
    </ToastContext>
  );
}
