import { describe, expect, it } from 'vitest';
import { companyKey, genreKeys, likelySpellings } from './likely-spellings.ts';

async function groupsOf(kind: 'genre' | 'company', ...values: string[]): Promise<string[][]> {
  const spellings = values.map((value, at) => ({ value, games: values.length - at }));
  const groups = await likelySpellings(kind, spellings);
  return groups.map((group) => group.map(({ value }) => value));
}

describe('likely spellings', () => {
  it('of companies ignore case, accents, punctuation and legal forms', async () => {
    const same = ['Ubisoft', 'UBISOFT', 'Ubisoft, Inc.', 'Ubisoft S.A.', 'Ubi Soft', 'The Ubisoft Company'];
    expect(await groupsOf('company', ...same, 'Sega')).toEqual([same]);
    expect(companyKey('Blue Byte Software GmbH & Co. KG')).toBe('bluebytesoftwaregmbhand');
    // A name that is nothing but a legal form stays.
    expect(companyKey('Limited')).toBe('limited');
  });

  it('of genres include short names and parts in parentheses', async () => {
    expect(
      await groupsOf('genre', 'RPG', 'Puzzle', 'Role-playing (RPG)', 'Role Playing Game', 'Puzzle games'),
    ).toEqual([
      ['RPG', 'Role-playing (RPG)', 'Role Playing Game'],
      ['Puzzle', 'Puzzle games'],
    ]);
    expect(genreKeys('Real Time Strategy (RTS)')).toEqual(['realtimestrategy']);
  });

  it('may differ in one letter, but not in a digit or in a short word', async () => {
    expect(await groupsOf('company', 'Activision', 'Activison', 'Actvision')).toEqual([
      ['Activision', 'Activison', 'Actvision'],
    ]);
    expect(await groupsOf('company', 'Studio 3D', 'Studio 2D', 'Namco', 'Nanco')).toEqual([]);
  });

  it('pause while they compare thousands of values', async () => {
    const values = Array.from({ length: 1000 }, (_, at) => ({ value: `Company ${at}`, games: 1 }));
    let pauses = 0;
    await likelySpellings('company', values, async () => {
      pauses += 1;
    });
    expect(pauses).toBe(10);
  });
});
