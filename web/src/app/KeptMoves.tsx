import { useTexts } from '../i18n';
import { pressed } from '../lib/aside';
import { useSaving } from '../ui/saving';
import { allKept, fileOf } from '../table/files';
import { ImportButton } from '../table/ImportButton';
import { useAllSecrets } from '../table/useSecrets';
import { Icon } from '../ui/Icon';

interface KeptMovesProps {
  /** Called after an import, or a possible one. */
  onImported?: (() => void) | undefined;
}

/** What this browser stores for the player, ready to take along in a file. */
export function KeptMoves({ onImported }: KeptMovesProps) {
  const { m } = useTexts();
  const kept = useAllSecrets();
  const { keep, told } = useSaving();
  const saveAll = async (): Promise<void> => {
    const text = await allKept();
    await keep(fileOf(text), text);
  };
  return (
    <section className="kept">
      <h3>{m.secrets.title}</h3>
      <p className="hint">{m.secrets.intro}</p>
      <p>{m.secrets.count(kept.length)}</p>
      <div className="row">
        <button type="button" className="button quiet" onClick={() => pressed(saveAll())}>
          <Icon name="download" />
          {m.secrets.export}
        </button>
        <ImportButton onImported={onImported} />
      </div>
      {told}
    </section>
  );
}
