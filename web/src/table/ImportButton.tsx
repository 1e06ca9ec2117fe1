import { useRef } from 'preact/compat';
import { pressed } from '../lib/aside';
import { useTexts } from '../i18n';
import { Icon } from '../ui/Icon';
import { Notice } from '../ui/Notice';
import { useImport } from './files';

interface ImportButtonProps {
  tone?: 'primary' | 'quiet';
  onImported?: (() => void) | undefined;
}

export function ImportButton({ tone = 'quiet', onImported }: ImportButtonProps) {
  const { m } = useTexts();
  const { problem, importFile } = useImport();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={`button ${tone}`} onClick={() => input.current?.click()}>
        <Icon name="upload" />
        {m.secrets.import}
      </button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={m.secrets.import}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) pressed(importFile(file).then(onImported));
          // Clears the field, so that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      {problem && (
        <Notice tone="error">
          <p>{problem}</p>
        </Notice>
      )}
    </>
  );
}
