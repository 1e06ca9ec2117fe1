import { askToNotify, asked, notifications, workers } from './browser';

/** Whether the browser can show notifications at all. */
export function canNotify(): boolean {
  return 'value' in notifications();
}

/** What the person has decided about notifications. */
export function notifyPermission(): NotificationPermission {
  const found = notifications();
  return 'value' in found ? found.value.permission : 'denied';
}

export { askToNotify };

/** Notifies a person who is looking elsewhere, if that is allowed. It never fails: reveals run beside it. */
export function notify(title: string, body: string): void {
  const found = notifications();
  if (!document.hidden || !('value' in found) || found.value.permission !== 'granted') return;
  const options = { body, tag: 'rpsls' };
  try {
    const notification = new found.value(title, options);
    notification.onclick = () => window.focus();
  } catch {
    // Phones throw here even when it is allowed: only a service worker may notify there.
    byWorker(title, options).catch((error: unknown) => console.info('The browser does not notify:', error));
  }
}

async function byWorker(title: string, options: NotificationOptions): Promise<void> {
  const found = workers();
  const answer = await asked('worker', () => ('value' in found ? found.value.getRegistration() : null));
  const registration = 'value' in answer ? answer.value : undefined;
  if (!registration) throw new Error('the page has no service worker yet');
  await registration.showNotification(title, options);
}
