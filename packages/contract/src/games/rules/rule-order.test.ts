import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleBody } from '../sanitization.endpoints.ts';
import { bucketOf, exampleRules, optimizeOrder, ruleBuckets } from './sanitization-rules.ts';

const numbered = exampleRules.map((rule, index) => ({ ...rule, order: index + 1 }));

describe('bucketOf', () => {
  it.each([
    ['archiveExtensions', '\\.(zip|rar|7z)$', '', 'Remove archive extensions'],
    ['archiveExtensions', '\\.tar\\.gz', ' ', 'x'],
    ['separators', '_', ' ', 'x'],
    ['separators', '[._-]+', ' ', 'x'],
    ['separators', '[_\\-.]', ' ', 'x'],
    ['separators', '\\.', ' ', 'x'],
    ['separators', '([^\\d])\\.', '$1 ', 'x'],
    ['releaseGroups', '-(CODEX|PLAZA)$', '', 'x'],
    ['releaseGroups', '-[A-Z0-9]+$', '', 'Remove release group names'],
    ['spaces', '\\s+', ' ', 'x'],
    ['spaces', '  +', ' ', 'x'],
    ['spaces', '^\\s+|\\s+$', '', 'x'],
    ['capitalization', '\\bGOTY\\b', 'Game of the Year', 'x'],
    ['capitalization', '\\biii\\b', 'III', 'x'],
    ['rest', '\\[[^\\]]*\\]', '', 'Remove bracketed text'],
    ['rest', '\\([^)]*\\)', ' ', 'x'],
    ['rest', '\\bv\\d+(\\.\\d+)*', '', 'x'],
    ['rest', '.+', ' ', 'x'],
    ['rest', '(windows|linux|english)', '', 'x'],
    ['rest', '^.*v=([\\w-]+).*$', '$1', 'x'],
  ] as const)('%s: %s', (bucket, find, replace, description) => {
    expect(bucketOf({ find, replace, description })).toBe(bucket);
  });
});

describe('optimizeOrder', () => {
  const text = fc.oneof(
    fc.constantFrom('\\s+', '_', 'a', '\\.', '-CODEX', 'x{2}'),
    fc.string({ maxLength: 30 }),
  );
  const rules = fc.array(
    fc.record({
      _id: fc.uuid(),
      find: text,
      replace: fc.constantFrom('', ' ', 'Word', '$1 '),
      description: fc.constantFrom('x', 'Removes release groups'),
      order: fc.integer({ min: 1, max: 99 }),
    }),
    { maxLength: 99 },
  );

  it('sorts by kind, keeps every rule and the order within a kind, and is idempotent', () => {
    fc.assert(
      fc.property(rules, (before) => {
        const after = optimizeOrder(before);
        const ids = (list: { _id: string }[]) => list.map(({ _id }) => _id);
        expect(ids(after).toSorted()).toEqual(ids(before).toSorted());
        expect(after.map(({ order }) => order)).toEqual(before.map((_, index) => index + 1));
        const kinds = after.map((rule) => ruleBuckets.indexOf(bucketOf(rule)));
        expect(kinds).toEqual(kinds.toSorted((a, b) => a - b));
        const inOrder = before.toSorted((a, b) => a.order - b.order);
        for (const bucket of ruleBuckets) {
          const ofKind = (list: typeof before) => ids(list.filter((rule) => bucketOf(rule) === bucket));
          expect(ofKind(after)).toEqual(ofKind(inOrder));
        }
        expect(optimizeOrder(after)).toEqual(after);
      }),
    );
  });
});

describe('the built-in rules', () => {
  it('get their order back, whatever was moved, beside rules of an admin that stay where they are', () => {
    const own = { find: 'x{2}', replace: '', description: 'Mine' };
    const asFound = numbered.map(({ find, replace }) => ({ find, replace, description: 'Traduite' }));
    fc.assert(
      fc.property(fc.shuffledSubarray(asFound, { minLength: asFound.length }), (shuffled) => {
        const before = [own, ...shuffled].map((rule, index) => ({ ...rule, order: index + 1 }));
        const after = optimizeOrder(before);
        expect(after.filter(({ find }) => find !== own.find).map(({ find }) => find)).toEqual(
          asFound.map(({ find }) => find),
        );
        const firstOfRest = numbered.filter((rule) => bucketOf(rule) !== 'rest').length;
        expect(after[firstOfRest]).toMatchObject(own);
      }),
    );
  });
});

describe('the example rules', () => {
  it('are valid, of all kinds, and already in optimized order', () => {
    for (const rule of exampleRules) expect(ruleBody.safeParse(rule).success, rule.key).toBe(true);
    expect(new Set(exampleRules.map(bucketOf))).toEqual(new Set(ruleBuckets));
    expect(optimizeOrder(numbered)).toEqual(numbered);
  });
});
