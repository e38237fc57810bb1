// axe-core on pages as they stand, in both themes, on a phone and on a desk. Used by the journeys about
// accessibility.
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import type { Site } from './site.ts';

/** Looks at the page as it stands now, under this name. */
export type Check = (name: string) => Promise<void>;

/** Walks through pages once per theme and width; gives what was found on the way. */
export async function findingsOnTheWay(
  site: Site,
  walk: (page: Page, check: Check) => Promise<void>,
): Promise<string[]> {
  const findings: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    for (const width of [390, 1366]) {
      const viewport = { width, height: width === 390 ? 844 : 768 };
      const visitor = await site.visit({ colorScheme, viewport });
      visitor.expectProblem(/status of 4\d\d/);
      await walk(visitor.page, async (name) => {
        const found = await findingsOn(visitor.page);
        findings.push(...found.map((finding) => `${name}, ${colorScheme} ${width}: ${finding}`));
      });
      await visitor.leave();
    }
  }
  return findings;
}

async function findingsOn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${impact} ${id}: ${html} ${failureSummary}`),
  );
}
