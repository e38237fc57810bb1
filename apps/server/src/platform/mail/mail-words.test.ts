// How placeholders are filled, and which names an email greets.
import { describe, expect, it } from 'vitest';
import { fill, isGreeted } from './mail-words.ts';

describe('fill', () => {
  it('fills known placeholders once, and keeps unknown ones', () => {
    expect(fill('{a} and {b}, {a}', { a: '{b}', b: '$&' })).toBe('{b} and $&, {b}');
    expect(fill('{unknown}', {})).toBe('{unknown}');
  });
});

describe('isGreeted', () => {
  it.each([
    ['Ada', true],
    ['', false],
    ['see https://a.example', false],
  ])('of %j is %s', (name, expected) => {
    expect(isGreeted(name)).toBe(expected);
  });
});
