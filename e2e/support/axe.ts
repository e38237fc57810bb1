// Runs axe-core on pages in both themes, at phone and desktop widths.
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import type { Site } from './site.ts';

/** Checks the page in its current state. `name` appears in the findings. */
export type Check = (name: string) => Promise<void>;

/** The only rules whose findings depend on the theme. */
const rulesOfColors = ['color-contrast', 'link-in-text-block'];

/** Runs `walk` once per width and checks each page in both themes. Returns the findings. `expected`: errors that it causes on purpose. */
export async function findingsDuring(
  site: Site,
  walk: (page: Page, check: Check) => Promise<void>,
  expected = /status of 4\d\d/,
): Promise<string[]> {
  const findings: string[] = [];
  for (const width of [390, 1366]) {
    const viewport = { width, height: width === 390 ? 844 : 768 };
    const visitor = await site.visit({ colorScheme: 'dark', viewport });
    visitor.expectProblem(expected);
    const { page } = visitor;
    await walk(page, async (name) => {
      const note = (scheme: string, found: string[]) =>
        findings.push(...found.map((finding) => `${name}, ${scheme} ${width}: ${finding}`));
      await waitForAnimations(page);
      note('dark', await findingsOn(page));
      await setTheme(page, 'light');
      note('light', await findingsOn(page, rulesOfColors));
      await setTheme(page, 'dark');
    });
    await visitor.leave();
  }
  return findings;
}

/** Switches the theme and waits until color transitions have ended. */
async function setTheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (scheme) => document.documentElement.dataset.mantineColorScheme === scheme,
    colorScheme,
  );
  await waitForAnimations(page);
}

async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
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
