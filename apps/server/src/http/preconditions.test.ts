import { describe, expect, it } from 'vitest';
import { checkPreconditions, parseHttpDate, rangeMayApply } from './preconditions.ts';

const current = { etag: '"abc"', lastModified: new Date('2026-03-01T10:00:00.900Z') };
const SAME = 'Sun, 01 Mar 2026 10:00:00 GMT';
const EARLIER = 'Sun, 01 Mar 2026 09:59:59 GMT';
const LATER = 'Sun, 01 Mar 2026 10:00:01 GMT';

describe('checkPreconditions', () => {
  it.each<[Record<string, string>, 'pass' | 304 | 412]>([
    [{}, 'pass'],
    [{ 'if-match': '"abc"' }, 'pass'],
    [{ 'if-match': '*' }, 'pass'],
    [{ 'if-match': '"x", "abc"' }, 'pass'],
    [{ 'if-match': '"x"' }, 412],
    [{ 'if-match': 'W/"abc"' }, 412],
    [{ 'if-match': 'abc' }, 412],
    [{ 'if-match': '"x,"abc"' }, 412],
    [{ 'if-unmodified-since': SAME }, 'pass'],
    [{ 'if-unmodified-since': LATER }, 'pass'],
    [{ 'if-unmodified-since': EARLIER }, 412],
    [{ 'if-unmodified-since': 'yesterday' }, 'pass'],
    [{ 'if-none-match': '"abc"' }, 304],
    [{ 'if-none-match': 'W/"abc"' }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"x","y", "abc"' }, 304],
    [{ 'if-none-match': '"x"' }, 'pass'],
    [{ 'if-none-match': 'abc' }, 'pass'],
    [{ 'if-modified-since': SAME }, 304],
    [{ 'if-modified-since': LATER }, 304],
    [{ 'if-modified-since': EARLIER }, 'pass'],
    [{ 'if-modified-since': '0' }, 'pass'],
  ])('for %j is %s', (headers, expected) => {
    expect(checkPreconditions(headers, current)).toBe(expected);
  });

  it('ignores the date if there is a tag', () => {
    expect(checkPreconditions({ 'if-match': '"abc"', 'if-unmodified-since': EARLIER }, current)).toBe('pass');
    expect(checkPreconditions({ 'if-none-match': '"x"', 'if-modified-since': LATER }, current)).toBe('pass');
  });

  it('evaluates If-Match before If-None-Match', () => {
    expect(checkPreconditions({ 'if-match': '"x"', 'if-none-match': '"abc"' }, current)).toBe(412);
    expect(checkPreconditions({ 'if-match': '"abc"', 'if-none-match': '"abc"' }, current)).toBe(304);
  });
});

describe('rangeMayApply', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, true],
    ['"abc"', true],
    ['W/"abc"', false],
    ['"x"', false],
    ['*', false],
    [SAME, true],
    [EARLIER, false],
    [LATER, false],
    ['Sunday, 01-Mar-26 10:00:00 GMT', true],
    ['abc', false],
    ['', false],
  ])('for If-Range: %s is %s', (header, expected) => {
    expect(rangeMayApply(header, current)).toBe(expected);
  });
});

describe('parseHttpDate', () => {
  const now = Date.UTC(2026, 0, 1);

  it.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
    'reads %s',
    (text) => {
      expect(parseHttpDate(text, now)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
    },
  );

  it.each([
    undefined,
    '',
    '0',
    '1994',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Sun, 06 Nov 1994 29:49:37 GMT',
    'Sun, 06 Abc 1994 08:49:37 GMT',
  ])('refuses %s', (text) => {
    expect(parseHttpDate(text, now)).toBeUndefined();
  });
});
