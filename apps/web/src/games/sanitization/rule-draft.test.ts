import { exampleRules } from '@cellar/contract/games/rules/sanitization-rules.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import english from '../../i18n/en/admin.json' with { type: 'json' };
import { draftIndex, emptyDraft, moveRule, withDraft } from './sanitization.queries.ts';

const rules = ['a', 'b', 'c'].map((find, index) => ({
  _id: `id-${find}`,
  find,
  replace: '',
  description: find,
  order: index + 1,
}));
const stored = rules.map(({ _id }) => ({ _id }));
const newRule = { ...emptyDraft, find: 'x', replace: 'y' };

describe('withDraft', () => {
  it('returns the stored rules while the pattern is empty', () => {
    expect(withDraft(rules, emptyDraft)).toEqual(stored);
    expect(withDraft(rules, { ...emptyDraft, _id: 'id-b' })).toEqual(stored);
    expect(draftIndex(stored)).toBeUndefined();
  });

  it('puts a new rule at the end, and a changed rule in its place', () => {
    const effect = { find: 'x', replace: 'y' };
    expect(withDraft(rules, newRule)).toEqual([...stored, effect]);
    const changed = withDraft(rules, { ...newRule, _id: 'id-b' });
    expect(changed).toEqual([stored[0], effect, stored[2]]);
    expect(draftIndex(changed)).toBe(1);
  });
});

describe('moveRule', () => {
  it('moves one rule and renumbers all', () => {
    expect(moveRule(rules, 0, 2).map(({ find, order }) => `${order}${find}`)).toEqual(['1b', '2c', '3a']);
    expect(moveRule(rules, 2, 0).map(({ find, order }) => `${order}${find}`)).toEqual(['1c', '2a', '3b']);
  });

  it('keeps every rule', () => {
    const place = fc.integer({ min: 0, max: 2 });
    fc.assert(
      fc.property(place, place, (from, to) => {
        const after = moveRule(rules, from, to);
        expect(after[to]?.find).toBe(rules[from]?.find);
        expect(after.map(({ find }) => find).toSorted()).toEqual(['a', 'b', 'c']);
      }),
    );
  });
});

describe('the examples', () => {
  it('have the same English descriptions as the rules of a new library', () => {
    const descriptions = exampleRules.map(({ key, description }) => [key, description]);
    expect(english.sanitization.examples).toEqual(Object.fromEntries(descriptions));
  });
});
