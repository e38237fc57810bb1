import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { title } from '../../text.ts';
import { cleanTitle, cutTitle } from './title-cleaning.ts';

describe('cleanTitle', () => {
  it.each([
    ['  a \t b\u0000c\n', 'a b c'],
    ['a\uffffb \ufffe', 'a b'],
    ['../../etc', 'etc'],
    ['..', ''],
    ['Fate/stay night', 'Fate/stay night'],
    ['wait... what', 'wait... what'],
    ['Doom \u202e2', 'Doom 2'],
    ['\u3164\u200b', ''],
  ])('turns %j into %j', (text, cleaned) => {
    expect(cleanTitle(text)).toBe(cleaned);
  });

  it('returns a valid title or nothing for any text', () => {
    const unit = fc.constantFrom(
      '.',
      '/',
      '\\',
      ' ',
      '\u0000',
      'a',
      '\uD800',
      '🎮',
      'é',
      '\u2028',
      '\u202e',
      '\u3164',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 400 }), (text) => {
        const cut = cutTitle(cleanTitle(text));
        if (cut !== '') expect(title.parse(cut)).toBe(cut);
        expect(cleanTitle(cleanTitle(text))).toBe(cleanTitle(text));
      }),
    );
  });
});
