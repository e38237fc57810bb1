// Runs axe-core on pages, on a phone in the dark theme and on a desktop in the light one.
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Site } from './site.ts';

/** Checks the page in its current state. `name` appears in the findings. */
export type Check = (name: string) => Promise<void>;

/** Colors do not depend on the width, so each theme is checked at one width. */
const phone = { colorScheme: 'dark', viewport: { width: 390, height: 844 } } as const;
const desktop = { colorScheme: 'light', viewport: { width: 1366, height: 768 } } as const;

/** Runs `walk` on a phone, and each check on both. `expected`: errors that it causes on purpose. */
export async function expectNoFindings(
  site: Site,
  walk: (page: Page, check: Check) => Promise<void>,
  expected = /status of 4\d\d/,
): Promise<void> {
  const findings: string[] = [];
  const visitor = await site.visit(phone);
  visitor.expectProblem(expected);
  const { page } = visitor;
  await walk(page, async (name) => {
    // The phone comes last, because the walk continues on it.
    for (const window of [desktop, phone]) {
      await page.setViewportSize(window.viewport);
      await page.emulateMedia({ colorScheme: window.colorScheme });
      await settle(page);
      const found = await findingsOn(page);
      findings.push(...found.map((finding) => `${name}, ${window.colorScheme}: ${finding}`));
    }
  });
  await visitor.leave();
  expect(findings).toEqual([]);
}

/** Waits until the page has been drawn, and its animations have ended. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
}

/** Checks the page as it is. `rules`: without it, all rules are checked. */
export async function findingsOn(page: Page, rules?: string[]): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  if (!isLoaded) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${impact} ${id}: ${html} ${failureSummary}`),
  );
}
