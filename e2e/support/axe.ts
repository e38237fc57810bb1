// Runs axe-core on pages in both themes, at phone and desktop widths.
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import type { Site } from './site.ts';

/** Checks the page in its current state. `name` appears in the findings. */
export type Check = (name: string) => Promise<void>;

const schemes = ['dark', 'light'] as const;

/** Runs `walk` once per width and checks each page in both themes. Returns the findings. `expected`: errors that it causes on purpose. */
export async function findingsDuring(
  site: Site,
  walk: (page: Page, check: Check) => Promise<void>,
  expected = /status of 4\d\d/,
): Promise<string[]> {
  const findings: string[] = [];
  for (const width of [390, 1366]) {
    const viewport = { width, height: width === 390 ? 844 : 768 };
    const visitor = await site.visit({ colorScheme: schemes[0], viewport });
    visitor.expectProblem(expected);
    const { page } = visitor;
    await walk(page, async (name) => {
      for (const scheme of schemes) {
        await setTheme(page, scheme);
        const found = await findingsOn(page);
        findings.push(...found.map((finding) => `${name}, ${scheme} ${width}: ${finding}`));
      }
      await setTheme(page, schemes[0]);
    });
    await visitor.leave();
  }
  return findings;
}

/** Switches the theme and waits until color transitions have ended. */
async function setTheme(page: Page, colorScheme: (typeof schemes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (scheme) => document.documentElement.dataset.mantineColorScheme === scheme,
    colorScheme,
  );
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
}

async function findingsOn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${impact} ${id}: ${html} ${failureSummary}`),
  );
}
