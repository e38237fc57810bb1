import { describe, expect, it } from 'vitest';
import { effectiveFrequency, emailFrequencies, isNoMoreFrequent } from './email-frequency.ts';

describe('isNoMoreFrequent', () => {
  it('allows the site’s frequency and less frequent ones', () => {
    const allowed = emailFrequencies.map((site) =>
      emailFrequencies.filter((own) => isNoMoreFrequent(own, site)),
    );
    expect(allowed).toEqual([
      ['immediate', 'daily', 'weekly', 'monthly'],
      ['daily', 'weekly', 'monthly'],
      ['weekly', 'monthly'],
      ['monthly'],
    ]);
  });
});

describe('effectiveFrequency', () => {
  it.each([
    [null, 'weekly', 'weekly'],
    ['monthly', 'weekly', 'monthly'],
    ['weekly', 'weekly', 'weekly'],
    ['daily', 'weekly', 'weekly'],
    ['daily', 'immediate', 'daily'],
    ['immediate', 'monthly', 'monthly'],
  ] as const)('of %s at a site with %s is %s', (own, site, expected) => {
    expect(effectiveFrequency(own, site)).toBe(expected);
  });
});
