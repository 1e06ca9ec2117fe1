import { expect, test, type Page } from '@playwright/test';

/** Plays a round against one bot, and returns the animations that it took. */
async function animationsOfResult(page: Page): Promise<string[]> {
  await page.goto('./#/practice');
  await page.evaluate(() => {
    const seen = new Set<string>();
    addEventListener('animationstart', ({ animationName }) => seen.add(animationName));
    addEventListener('transitionrun', ({ target, propertyName }) => {
      if (target instanceof Element && target.matches('.hand-card')) seen.add(`card’s ${propertyName}`);
    });
    Object.assign(window, { seen });
  });
  await page.getByRole('radio', { name: '1', exact: true }).click();
  await page.getByRole('radio', { name: 'Rock', exact: true }).click();
  await page.getByRole('button', { name: /^Play Rock/ }).click();
  await page.getByRole('button', { name: 'Show Rock' }).click();
  await expect(page.locator('.result.won, .result.lost')).toBeVisible();
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  return await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
}

test('a reveal moves, unless the person wants that it stands still', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'no-preference' });
  const page = await context.newPage();
  expect(await animationsOfResult(page)).toEqual(expect.arrayContaining(['card’s transform', 'appears', 'arrives']));
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Animate the moves' }).click();
  await page.reload();
  expect(await animationsOfResult(page)).not.toContain('card’s transform');
  await context.close();
});

test('a reveal stands still if the system asks for it', async ({ page }) => {
  expect(await animationsOfResult(page)).not.toContain('card’s transform');
});

test('a reveal is drawn only by moving and fading, which needs no layout', async ({ page }) => {
  await page.routeWebSocket(/.*/, (socket) => void socket.close());
  await page.goto('./#/practice');
  const animated = await page.evaluate(() => {
    const rulesOf = ({ cssRules }: CSSStyleSheet | CSSGroupingRule): CSSRule[] =>
      [...cssRules].flatMap((rule) => [rule, ...(rule instanceof CSSGroupingRule ? rulesOf(rule) : [])]);
    const frames = [...document.styleSheets]
      .flatMap(rulesOf)
      .filter((rule) => rule instanceof CSSKeyframesRule && rule.name !== 'spin')
      .flatMap((rule) => [...(rule as CSSKeyframesRule).cssRules] as CSSKeyframeRule[]);
    return [...new Set(frames.flatMap(({ style }) => [...style]))];
  });
  expect(animated.sort()).toEqual(['opacity', 'transform']);
});
