import { useTexts } from '../i18n';
import { useCopying } from './copying';
import { Icon } from './Icon';

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { m } = useTexts();
  const { copy, byHand } = useCopying();
  return (
    <>
      <button type="button" className="button quiet" onClick={() => void copy(text, m.copied)}>
        <Icon name="copy" />
        {label ?? m.copy}
      </button>
      {byHand}
    </>
  );
}
