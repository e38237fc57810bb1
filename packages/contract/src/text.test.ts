import { describe, expect, it } from 'vitest';
import { email, exactLine, id, line, optionalLine, sha256, text, title } from './text.ts';

describe('a line of text', () => {
  it('is trimmed and limited in length', () => {
    expect(line(5).parse('  abcde ')).toBe('abcde');
    expect(line(5).safeParse('abcdef').success).toBe(false);
    expect(line(5).safeParse('   ').success).toBe(false);
  });

  it.each(['a\u0000b', 'a\nb', 'a\u007fb', 'a\u0085b', 'a\ud800b'])('cannot be %j', (text) => {
    expect(line(50).safeParse(text).success).toBe(false);
  });

  it.each([
    ['a right-to-left override', 'Hello \u202exelA'],
    ['an isolate', 'a\u2066b'],
    ['a line separator', 'a\u2028b'],
    ['only zero-width spaces', '\u200b\u200b'],
    ['only a Hangul filler', '\u3164'],
    ['only a Braille blank', '\u2800'],
  ])('cannot have %s', (_name, text) => {
    expect(line(50).safeParse(text).success).toBe(false);
  });

  it.each(['שלום\u200f!', '👩‍👩‍👧', '...', 'Ａ', 'a\u200bb'])('can be %j', (text) => {
    expect(line(50).parse(text)).toBe(text);
  });

  it('is the same whether a device sends letters with their marks as one character or as two', () => {
    const [composed, decomposed] = ['Pokémon'.normalize('NFC'), 'Pokémon'.normalize('NFD')];
    for (const schema of [line(7), optionalLine(7), text(7)]) {
      expect([composed, decomposed].map((value) => schema.parse(value))).toEqual([composed, composed]);
    }
    expect(exactLine(8).parse(decomposed)).toBe(decomposed);
  });

  it.each([5, null, undefined, {}, ['a']])('refuses %j', (value) => {
    expect(line(50).safeParse(value).success).toBe(false);
  });
});

describe('a title', () => {
  it.each(['../x', '..\\x', 'a/../b', '..', 'a/..', 'x'.repeat(201), 'a\u202eb', '\u200b'])(
    'cannot be %j',
    (text) => {
      expect(title.safeParse(text).success).toBe(false);
    },
  );

  it.each(['Wait... what?', 'A/B', 'a..b', '...', '忍者', 'x'.repeat(200)])('can be %j', (text) => {
    expect(title.parse(text)).toBe(text);
  });
});

describe('an email address', () => {
  it('is converted to lower case', () => {
    expect(email.parse(' Someone@Cellar.Example ')).toBe('someone@cellar.example');
  });

  it.each([
    ['ivan@пример.рф', 'ivan@xn--e1afmkfd.xn--p1ai'],
    ['ivan@xn--e1afmkfd.xn--p1ai', 'ivan@xn--e1afmkfd.xn--p1ai'],
    ['Info@MÜLLER.example', 'info@xn--mller-kva.example'],
    ['info@mu\u0308ller.example', 'info@xn--mller-kva.example'],
    ["o'neil+games/2026@a.museum", "o'neil+games/2026@a.museum"],
    ['!#$%&*=?^_`{|}~-@cellar.example', '!#$%&*=?^_`{|}~-@cellar.example'],
  ])('%s is %s', (given, stored) => {
    expect(email.parse(given)).toBe(stored);
  });

  it.each([
    '',
    'a',
    'a@',
    '@b.example',
    'a b@c.example',
    `${'a'.repeat(250)}@b.example`,
    `${'a'.repeat(65)}@b.example`,
    '.a@b.example',
    'a..b@c.example',
    'a.@b.example',
    'a@b',
    'a@b.c',
    'a@-b.example',
    'a@b.example.',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    'a@é/b.example',
    'a@é.example:25',
    'a@é%41.example',
    'a@b.xn--',
    '"a b"@c.example',
    'a@b.example\nbcc: c@d.example',
    'a,b@c.example',
    'a<b@c.example',
    'é@b.example',
  ])('cannot be %j', (text) => {
    expect(email.safeParse(text).success).toBe(false);
  });
});

describe('an id and a digest', () => {
  it('refuse other characters', () => {
    expect(id.safeParse('Ab_-9').success).toBe(true);
    for (const text of ['', '../a', 'a b', 'a\u0000', 'x'.repeat(65)])
      expect(id.safeParse(text).success).toBe(false);
    expect(sha256.safeParse('a'.repeat(64)).success).toBe(true);
    for (const text of ['A'.repeat(64), 'a'.repeat(63), ''])
      expect(sha256.safeParse(text).success).toBe(false);
  });
});
