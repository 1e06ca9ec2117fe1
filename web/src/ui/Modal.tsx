import { Dialog } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { useTexts } from '../i18n';
import { Icon } from './Icon';

interface ModalProps {
  title: string;
  description: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}

export function Modal({ title, description, isOpen, onOpenChange, children }: ModalProps) {
  const { m } = useTexts();
  // Returns the focus to where it came from.
  const opener = useRef<Element | null>(null);
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content
          className="modal"
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={() => {
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          // A toast that comes or goes at that moment may have taken the key.
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.defaultPrevented) onOpenChange(false);
          }}
        >
          <header className="modal-header">
            <Dialog.Title className="modal-title">{title}</Dialog.Title>
            <Dialog.Close className="icon-button" aria-label={m.close}>
              <Icon name="close" />
            </Dialog.Close>
          </header>
          <Dialog.Description className="muted">{description}</Dialog.Description>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
