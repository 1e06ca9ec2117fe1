import { useToast } from './toasts';
import { useTexts } from '../i18n';
import { Icon } from './Icon';

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { m } = useTexts();
  const toast = useToast();
  // Elsewhere browsers let no page write to the clipboard.
  if (!window.isSecureContext) return null;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    toast(m.copied);
  };
  return (
    <button type="button" className="button quiet" onClick={() => void copy()}>
      <Icon name="copy" />
      {label ?? m.copy}
    </button>
  );
}
