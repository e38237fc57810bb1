import { exampleRules } from '@cellar/contract/rules/sanitization-examples.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import english from '#i18n/en/sanitization.json' with { type: 'json' };
import { draftIndex, emptyDraft, moved, withDraft } from './rule-draft.ts';

const rules = ['a', 'b', 'c'].map((find, index) => ({
  ...{ _id: `id-${find}`, find, replace: '', description: find, order: index + 1 },
}));
const stored = rules.map(({ _id }) => ({ _id }));
const written = { ...emptyDraft, find: 'x', replace: 'y' };

describe('withDraft', () => {
  it('is the stored rules while nothing is written', () => {
    expect(withDraft(rules, emptyDraft)).toEqual(stored);
    expect(withDraft(rules, { ...emptyDraft, _id: 'id-b' })).toEqual(stored);
    expect(draftIndex(stored)).toBeUndefined();
  });

  it('puts a new rule at the end, and a changed one in its place', () => {
    const effect = { find: 'x', replace: 'y' };
    expect(withDraft(rules, written)).toEqual([...stored, effect]);
    const changed = withDraft(rules, { ...written, _id: 'id-b' });
    expect(changed).toEqual([stored[0], effect, stored[2]]);
    expect(draftIndex(changed)).toBe(1);
  });
});

describe('moved', () => {
  it('puts one rule in another place and numbers them anew', () => {
    expect(moved(rules, 0, 2).map(({ find, order }) => `${order}${find}`)).toEqual(['1b', '2c', '3a']);
    expect(moved(rules, 2, 0).map(({ find, order }) => `${order}${find}`)).toEqual(['1c', '2a', '3b']);
  });

  it('keeps every rule', () => {
    const place = fc.integer({ min: 0, max: 2 });
    fc.assert(
      fc.property(place, place, (from, to) => {
        const after = moved(rules, from, to);
        expect(after[to]?.find).toBe(rules[from]?.find);
        expect(after.map(({ find }) => find).toSorted()).toEqual(['a', 'b', 'c']);
      }),
    );
  });
});

describe('the texts of the examples', () => {
  it('are in English what a new library begins with', () => {
    const descriptions = exampleRules.map(({ key, description }) => [key, description]);
    expect(english.examples).toEqual(Object.fromEntries(descriptions));
  });
});
