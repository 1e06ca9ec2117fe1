/** The text of a file, in whichever way it was written: UTF-8 or UTF-16, with a mark of its order or without. */
export async function textIn(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A decoder takes off the mark of its own encoding.
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Such files begin with a brace, which has one byte in UTF-8.
  if (first === 0 && second !== undefined && second !== 0) return 'utf-16be';
  return second === 0 ? 'utf-16le' : 'utf-8';
}
