import { expect, test, toMove } from './fixtures';

test('a tab in the background shows the move in time', async ({ world }) => {
  const [alice, bob] = await toMove(world);
  await alice.commit('Paper');
  // A browser gives such a tab no frames, and its timers wait until the next minute.
  await alice.page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
    window.requestAnimationFrame = () => 0;
    const soon = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, ms = 0) => soon(run, Math.max(ms, 60_000))) as typeof setTimeout;
  });
  await bob.commit('Rock');
  await expect(bob.page.getByText('You lost 10 VARA')).toBeVisible({ timeout: 50_000 });
});
