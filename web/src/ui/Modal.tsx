import { createPortal, useContext, useId, useLayoutEffect, useRef, type ReactNode } from 'preact/compat';
import { useTexts } from '../i18n';
import { Icon } from './Icon';
import { ToastHostContext } from './toasts';

interface ModalProps {
  title: string;
  description?: string | undefined;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}

/** The browser's own dialog: it keeps the focus inside, and gives it back. */
export function Modal({ title, description, isOpen, onOpenChange, children }: ModalProps) {
  const { m } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const hostToasts = useContext(ToastHostContext);
  useLayoutEffect(() => {
    const { current } = dialog;
    if (!isOpen || !current) return;
    // Its content fills it: what is pressed besides is the ground around it. Who drags out of the dialog means no
    // such press.
    let isBeside = false;
    const onDown = ({ target }: PointerEvent): void => {
      isBeside = target === current;
    };
    const onPress = ({ target }: MouseEvent): void => {
      if (isBeside && target === current) current.close();
    };
    current.addEventListener('pointerdown', onDown);
    current.addEventListener('click', onPress);
    current.showModal();
    const leave = hostToasts(current);
    return () => {
      leave();
      current.close();
      current.removeEventListener('pointerdown', onDown);
      current.removeEventListener('click', onPress);
    };
  }, [isOpen, hostToasts]);
  return createPortal(
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={`${id}-title`}
      aria-describedby={description && `${id}-text`}
      onClose={() => isOpen && onOpenChange(false)}
    >
      {isOpen && (
        <div className="modal-content">
          <header className="modal-header">
            <h2 id={`${id}-title`} className="modal-title">
              {title}
            </h2>
            <button type="button" className="icon-button" aria-label={m.close} onClick={() => onOpenChange(false)}>
              <Icon name="close" />
            </button>
          </header>
          {description && (
            <p id={`${id}-text`} className="muted">
              {description}
            </p>
          )}
          {children}
        </div>
      )}
    </dialog>,
    document.body,
  );
}
