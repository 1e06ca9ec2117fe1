/** Whether the system has its own way to share this. */
export function canShare(data: ShareData): boolean {
  // Some browsers lack it, whatever the types say.
  const { canShare, share } = navigator as Partial<Navigator>;
  return share !== undefined && canShare !== undefined && canShare.call(navigator, data);
}

/** Passes something to the system's own way of sharing. Returns whether the system took it. */
export async function share(data: ShareData): Promise<boolean> {
  if (!canShare(data)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    console.info('Not shared:', error);
    // A person who closes the dialog wants nothing else instead.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
