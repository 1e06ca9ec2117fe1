import { canShare, copy, download, matches, share } from './browser';

/** How something left the page. `left`: the person closed the system's dialog. `kept`: there was no way. */
export type Way = 'shared' | 'downloaded' | 'copied' | 'left' | 'kept';

/** A hand holds the device: its system shares, where a desk's downloads. */
const IN_HAND = '(hover: none) and (pointer: coarse)';

/**
 * Brings a file out of the page: shares it on a phone, or downloads it, or copies its text. No browser tells whether
 * a download came to anything, so whoever calls this says which way it went, and offers the text besides.
 *
 * @param text the file's text, if it is one
 */
export async function save(file: File, text: string | null): Promise<Way> {
  const data = { files: [file] };
  if (matches(IN_HAND) && canShare(data)) {
    const answer = await share(data);
    if ('value' in answer) return answer.value;
    console.info('Not shared:', answer.reason);
  }
  const answer = download(file, file.name);
  if ('value' in answer) return 'downloaded';
  console.info('Not downloaded:', answer.reason);
  if (text === null) return 'kept';
  return 'value' in (await copy(text)) ? 'copied' : 'kept';
}
