import { useTexts } from '../i18n';
import { pressed } from '../lib/aside';
import { useCopying } from './copying';
import { Icon } from './Icon';

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { m } = useTexts();
  const { copy, byHand } = useCopying();
  return (
    <>
      <button type="button" className="button quiet" onClick={() => pressed(copy(text, m.copied))}>
        <Icon name="copy" />
        {label ?? m.copy}
      </button>
      {byHand}
    </>
  );
}
