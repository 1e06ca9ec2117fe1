import { test } from './fixtures';
import { houseWith, seat, tableCalled } from './house';
const V = 1_000_000_000_000n;
test('look', async ({ world }) => {
  const house = await houseWith(world.node, [
    { bet: V, seats: 2, title: 'Friday' }, { bet: 5n * V, seats: 4, title: 'Dear' }, { bet: 0n, seats: 2, title: 'Free' }, { bet: V, seats: 2, title: 'Running' },
  ]);
  await seat(world.node, '//Ferdie', await tableCalled(world.node, house, 'Friday'), V);
  for (const who of ['//Eve', '//Charlie']) await seat(world.node, who, await tableCalled(world.node, house, 'Running'), V);
  const bob = await world.join('Bob');
  const { page } = bob;
  page.on('console', (m) => console.log('CONSOLE', m.text()));
  page.on('pageerror', (e) => console.log('ERR', e.message));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`./#/house/${house}?node=${encodeURIComponent(world.node.url)}`);
  await page.waitForTimeout(8000);
  await page.screenshot({ path: '/tmp/look-390.png' });
  await page.screenshot({ path: '/tmp/look-390-full.png', fullPage: true });
  await page.getByRole('radio', { name: 'Spock' }).click({ force: true });
  await page.waitForTimeout(500);
  await page.getByRole('button', { name: 'Play Spock' }).click();
  await page.waitForTimeout(3000);
  await page.screenshot({ path: '/tmp/look-390-played.png' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await bob.choose();
  await page.waitForTimeout(2000);
  await page.screenshot({ path: '/tmp/look-1280.png', fullPage: true });
});
