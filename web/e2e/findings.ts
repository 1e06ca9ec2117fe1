import type { Page } from '@playwright/test';
import axe from 'axe-core';

const SERIOUS = ['serious', 'critical'];

/** The findings of an accessibility checker on the page in its present state, in both themes. */
export async function findings(page: Page): Promise<string[]> {
  const found: string[] = [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset['theme'] = chosen;
    }, theme);
    // Waits until all animations have ended.
    await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    });
    const { violations } = await page.evaluate(() =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      }),
    );
    for (const { id, impact, nodes } of violations) {
      if (SERIOUS.includes(impact ?? '')) found.push(`${theme}: ${id}: ${nodes[0]?.html}: ${nodes[0]?.failureSummary}`);
    }
  }
  return found;
}

/** The number of pixels by which the page is wider than the screen. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
