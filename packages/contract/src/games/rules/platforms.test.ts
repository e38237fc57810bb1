import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isStoredPlatform,
  isVersion,
  needsVersion,
  normalizePlatform,
  platform,
  platformChoices,
  storedPlatform,
} from './platforms.ts';

describe('the choices', () => {
  it('are those of specification section 3', () => {
    expect(platformChoices).toEqual([
      ...['Windows', 'Windows (Modded)', 'Windows (Version)'],
      ...['Mac', 'Mac (Modded)', 'Mac (Version)'],
      ...['Linux', 'Linux (Modded)', 'Linux (Version)'],
      ...['PlayStation', 'Xbox', 'Nintendo Switch'],
    ]);
    expect(platformChoices.filter(needsVersion)).toEqual([
      'Windows (Version)',
      'Mac (Version)',
      'Linux (Version)',
    ]);
  });

  it.each(platformChoices)('%s has a valid stored name', (choice) => {
    const stored = storedPlatform(choice, ' 1.2 ');
    expect(stored).toBe(choice.replace(' (Version)', ' v1.2'));
    expect(isStoredPlatform(stored)).toBe(true);
    expect(platform.parse(` ${stored} `)).toBe(stored);
  });
});

describe('a version', () => {
  it.each(['1', '1.2.3', 'v2', '2024-05-01', '1.0 (beta)', 'r1234+dlc', 'x'.repeat(40)])(
    'can be %s',
    (version) => {
      expect(isVersion(version)).toBe(true);
    },
  );

  it.each(['', ' ', '.1', '-1', '1/2', '1\\2', '1%2', 'ü1', '1\n2', '1\u0000', 'x'.repeat(41), '../1'])(
    'cannot be %j',
    (version) => {
      expect(isVersion(version)).toBe(false);
    },
  );
});

describe('a stored platform', () => {
  it.each([
    'Amiga',
    'windows',
    'Windows (Version)',
    'Windows v',
    'Windows v ',
    'Windows  v1',
    'Xbox v1',
    'PlayStation v2',
    'Windows v1/2',
    'Windows\u0000',
    'Windows v1\n',
    '',
  ])('cannot be %j', (name) => {
    expect(isStoredPlatform(name)).toBe(false);
  });
});

describe('normalizePlatform', () => {
  it.each([
    ['Windows', 'Windows'],
    ['Windows v1.2', 'Windows'],
    ['PC', 'Windows'],
    ['WINDOWS (modded)', 'Windows (Modded)'],
    ['Windows Modded v3', 'Windows (Modded)'],
    ['Mac', 'Mac'],
    ['macOS v2', 'Mac'],
    ['Mac (Modded)', 'Mac (Modded)'],
    ['Linux v1', 'Linux'],
    ['Linux (Modded)', 'Linux (Modded)'],
    ['PlayStation 2', 'PlayStation'],
    ['PlayStation (Modded)', 'PlayStation'],
    ['Xbox 360', 'Xbox'],
    ['Nintendo Switch', 'Nintendo Switch'],
    ['Nintendo 64', 'Nintendo Switch'],
    ['Amiga', 'Amiga'],
    ['', ''],
  ])('%j is shown as %j', (name, shown) => {
    expect(normalizePlatform(name)).toBe(shown);
  });
});

describe('an own platform', () => {
  const own = new Set(['PlayStation 2', 'PC Engine', 'Android (Modded)']);

  it.each([
    ['PlayStation 2', 'PlayStation 2'],
    ['PC Engine', 'PC Engine'],
    ['Android (Modded)', 'Android (Modded)'],
    ['playstation 2', 'PlayStation'],
    ['PlayStation 3', 'PlayStation'],
    ['Windows v1.2', 'Windows'],
  ])('%j is shown as %j', (name, shown) => {
    expect(normalizePlatform(name, own)).toBe(shown);
  });
});

describe('for any text', () => {
  const choice = fc.constantFrom(...platformChoices);
  const text = fc.oneof(
    fc.string({ maxLength: 45 }),
    fc.constantFrom('1.2', 'v2', '1.0 (beta)', 'modded', 'pc', 'Windows', ' (Version)', 'x'.repeat(41)),
  );

  it('a choice with a version has a valid stored name if and only if the version is valid', () => {
    fc.assert(
      fc.property(choice, text, (chosen, version) => {
        const stored = storedPlatform(chosen, version);
        expect(isStoredPlatform(stored)).toBe(!needsVersion(chosen) || isVersion(version));
        expect(platform.safeParse(stored).success).toBe(isStoredPlatform(stored.trim()));
      }),
    );
  });

  it('normalizing twice changes nothing', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          choice,
          fc.tuple(choice, text).map(([a, b]) => storedPlatform(a, b)),
        ),
        (name) => {
          const shown = normalizePlatform(name);
          expect(normalizePlatform(shown)).toBe(shown);
        },
      ),
    );
  });
});
