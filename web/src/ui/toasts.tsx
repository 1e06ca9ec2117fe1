import { Toast } from 'radix-ui';
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { useTexts } from '../i18n';
import { Icon } from './Icon';

const DURATION = 5_000;

const ToastContext = createContext<(text: string) => void>(() => undefined);

export function useToast(): (text: string) => void {
  return useContext(ToastContext);
}

export function ToastsProvider({ children }: { children: ReactNode }) {
  const { m } = useTexts();
  const [toasts, setToasts] = useState<{ id: number; text: string }[]>([]);
  const show = useCallback((text: string) => {
    setToasts((all) => [...all, { id: (all.at(-1)?.id ?? 0) + 1, text }]);
  }, []);
  return (
    <ToastContext value={show}>
      <Toast.Provider duration={DURATION} swipeDirection="right" label={m.dismiss}>
        {children}
        {toasts.map(({ id, text }) => (
          <Toast.Root
            key={id}
            className="toast"
            onOpenChange={(isOpen) => {
              if (!isOpen) setToasts((all) => all.filter((toast) => toast.id !== id));
            }}
          >
            <Icon name="check" />
            <Toast.Description className="toast-text">{text}</Toast.Description>
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
