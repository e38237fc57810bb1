// Tests how much of each step `npm test -- --changed` runs for a changed file.
import { describe, expect, it } from 'vitest';
import { reachOf } from './changed.mjs';
import { furtherSteps, steps } from './test-steps.mjs';

const all = [...steps, ...furtherSteps];

function reaches(...files) {
  const entries = all.map((step) => [step.name, reachOf(step, files)]);
  return Object.fromEntries(entries.filter(([, reach]) => reach !== 'nothing'));
}

describe('a change', () => {
  it('of a document affects only the linter', () => {
    expect(reaches('README.md', 'docs/backup.md')).toEqual({ lint: 'everything' });
  });

  it('of a source of the page affects every journey, but not the server', () => {
    expect(reaches('apps/web/src/app/router.tsx')).toMatchObject({
      ...{ unit: 'tests', core: 'everything', journeys: 'everything' },
    });
    expect(reaches('apps/web/src/app/router.tsx')).not.toHaveProperty('api-sqlite');
  });

  it('of a source of the server affects its tests on both databases, and every journey', () => {
    const both = { 'api-sqlite': 'everything', 'api-postgres': 'everything' };
    const reached = { ...both, core: 'everything', journeys: 'everything' };
    expect(reaches('apps/server/src/start/app.ts')).toMatchObject(reached);
    expect(reaches('packages/contract/src/api.ts')).toMatchObject(reached);
  });

  it('of a test affects only that test', () => {
    expect(reaches('e2e/admin/setup.test.ts')).toMatchObject({ journeys: 'tests' });
    expect(reaches('e2e/support/steps.ts')).toMatchObject({ core: 'tests', journeys: 'tests' });
    expect(reaches('apps/server/src/start/log.test.ts')).toMatchObject({ 'api-sqlite': 'tests' });
  });

  it('of a common file affects everything', () => {
    const everything = Object.fromEntries(all.map(({ name }) => [name, 'everything']));
    expect(reaches('package-lock.json')).toEqual(everything);
    expect(reaches('vitest.config.ts')).toEqual(everything);
  });
});
