import { afterEach, expect, it, vi } from 'vitest';
import { canNotify, notify, notifyPermission } from '../src/lib/notify';

const show = vi.fn<(title: string) => Promise<void>>();

/** Gives the page a browser with such notifications, and with or without a service worker. */
function stub(Notified: (title: string) => void, registration?: object): void {
  vi.stubGlobal('window', { Notification: Notified });
  vi.stubGlobal('Notification', Object.assign(Notified, { permission: 'granted' }));
  vi.stubGlobal('document', { hidden: true });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(registration) } });
}

/** A constructor that fails as in Chromium on Android. */
function phone(): never {
  throw new TypeError('Illegal constructor');
}

afterEach(() => {
  vi.unstubAllGlobals();
  show.mockReset();
});

it('notifies from the page if the page may', () => {
  const told: string[] = [];
  stub(function (title) {
    told.push(title);
  });
  notify('Your move', 'Rock');
  expect(told).toEqual(['Your move']);
});

it('notifies from the service worker if the page may not', async () => {
  stub(phone, { showNotification: show.mockResolvedValue() });
  notify('Your move', 'Rock');
  await vi.waitFor(() => expect(show).toHaveBeenCalledWith('Your move', { body: 'Rock', tag: 'rpsls' }));
});

it('does nothing if neither can', async () => {
  const said = vi.spyOn(console, 'info').mockReturnValue();
  stub(phone, { showNotification: show.mockRejectedValue(new TypeError('No notification permission')) });
  notify('Your move', 'Rock');
  await vi.waitFor(() => expect(said).toHaveBeenCalledTimes(1));
  stub(phone);
  notify('Your move', 'Rock');
  await vi.waitFor(() => expect(said).toHaveBeenCalledTimes(2));
});

it('does nothing where the browser refuses to say whether it may', () => {
  stub(phone);
  const refusing = Object.defineProperty(phone, 'permission', {
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  vi.stubGlobal('Notification', refusing);
  notify('Your move', 'Rock');
  expect(canNotify()).toBe(false);
  expect(notifyPermission()).toBe('denied');
});
