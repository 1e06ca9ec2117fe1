/** Whether the system has a way of its own to share such a thing. */
export function canShare(data: ShareData): boolean {
  // Not every browser has it, whatever its types say.
  const { canShare, share } = navigator as Partial<Navigator>;
  return share !== undefined && canShare !== undefined && canShare.call(navigator, data);
}

/** Hands something to the system's own way to share; whether it took it. */
export async function share(data: ShareData): Promise<boolean> {
  if (!canShare(data)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    console.info('Not shared:', error);
    // Whoever closes it wants nothing else instead.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
