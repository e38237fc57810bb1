// Tests how much of each step `npm test -- --changed` runs for a changed file.
import { describe, expect, it } from 'vitest';
import { reachOf } from './changed.mjs';
import { steps } from './test-steps.mjs';

function reaches(...files) {
  const entries = steps.map((step) => [step.name, reachOf(step, files)]);
  return Object.fromEntries(entries.filter(([, reach]) => reach !== 'nothing'));
}

describe('a change of', () => {
  it('a text for readers reaches the linter alone', () => {
    expect(reaches('README.md', 'docs/backup.md')).toEqual({ lint: 'everything' });
  });

  it('a source of the page reaches every journey, and not the server', () => {
    expect(reaches('apps/web/src/app/router.tsx')).toMatchObject({ unit: 'tests', e2e: 'everything' });
    expect(reaches('apps/web/src/app/router.tsx')).not.toHaveProperty('api-sqlite');
  });

  it('a source of the server reaches its tests on both databases, and every journey', () => {
    const all = { 'api-sqlite': 'everything', 'api-postgres': 'everything', e2e: 'everything' };
    expect(reaches('apps/server/src/app.ts')).toMatchObject(all);
    expect(reaches('packages/contract/src/api.ts')).toMatchObject(all);
  });

  it('a test reaches itself', () => {
    expect(reaches('e2e/setup.test.ts')).toMatchObject({ e2e: 'tests' });
    expect(reaches('e2e/support/steps.ts')).toMatchObject({ e2e: 'tests' });
    expect(reaches('apps/server/src/log.test.ts')).toMatchObject({ 'api-sqlite': 'tests' });
  });

  it('what all stand on reaches everything', () => {
    const everything = Object.fromEntries(steps.map(({ name }) => [name, 'everything']));
    expect(reaches('package-lock.json')).toEqual(everything);
    expect(reaches('vitest.config.ts')).toEqual(everything);
  });
});
