/** Whether the browser can show notifications at all. */
export function canNotify(): boolean {
  return 'Notification' in window;
}

/** Notifies a person who is looking elsewhere, if that is allowed. It never fails: reveals run beside it. */
export function notify(title: string, body: string): void {
  if (!document.hidden || !canNotify() || Notification.permission !== 'granted') return;
  const options = { body, tag: 'rpsls' };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => window.focus();
  } catch {
    // Phones throw here even when it is allowed: only a service worker may notify there.
    byWorker(title, options).catch((error: unknown) => console.info('The browser does not notify:', error));
  }
}

async function byWorker(title: string, options: NotificationOptions): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) throw new Error('the page has no service worker yet');
  await registration.showNotification(title, options);
}
