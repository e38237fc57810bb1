import { editableFields } from '@cellar/contract/games/game-edit.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changedFields,
  checkFields,
  compareEdits,
  type EditorValues,
  mergeEdits,
  previewOf,
  valuesOf,
} from './editor-values.ts';

const video = 'https://www.youtube.com/watch?v=abc';
const game = {
  title: 'Neverball',
  description: 'Roll.',
  releaseDate: '2003-07-10',
  developer: null,
  publisher: null,
  genres: ['Puzzle'],
  rating: 81.5,
  ratingCount: null,
  ageRating: null,
  franchise: null,
  collection: null,
  modes: ['singlePlayer'],
  maxPlayers: null,
  boxArtUrl: null,
  boxArtThumbhash: 'hash',
  gameplayImages: [],
  videos: [video],
} as unknown as Game;
const base = valuesOf(game);

describe('changedFields', () => {
  it('ignores surrounding space, empty rows and the kind of decimal separator', () => {
    expect(changedFields(base, base)).toEqual([]);
    const spaced = { ...base, title: ' Neverball ', description: 'Roll.\r\n', videos: ['', video, ' '] };
    expect(changedFields(spaced, base)).toEqual([]);
    expect(changedFields({ ...base, rating: '81,5' }, base)).toEqual([]);
  });
});

describe('checkFields', () => {
  it('returns the changes in the form of the contract', () => {
    const values = {
      ...base,
      developer: ' Rob ',
      rating: '',
      ratingCount: '12',
      genres: ['Puzzle', 'Arcade'],
      modes: ['singlePlayer', 'coop'],
      maxPlayers: ' 4 ',
    };
    const fields = changedFields(values, base);
    expect(checkFields(values, fields)).toEqual({
      changes: {
        ...{ developer: 'Rob', rating: null, ratingCount: 12, genres: ['Puzzle', 'Arcade'] },
        ...{ modes: ['singlePlayer', 'coop'], maxPlayers: 4 },
      },
    });
  });

  it('returns errors by field and row', () => {
    const values = {
      ...base,
      title: ' ',
      rating: 'good',
      ratingCount: '-1',
      releaseDate: 'incomplete',
      maxPlayers: '1,5',
      videos: ['', video, 'ftp://x'],
    };
    const fields = changedFields(values, base);
    expect(fields).toEqual(['title', 'releaseDate', 'rating', 'ratingCount', 'maxPlayers', 'videos']);
    const checked = checkFields(values, fields);
    expect(checked).toEqual({
      errors: {
        title: 'is required',
        releaseDate: expect.stringContaining('day'),
        rating: 'must be a number',
        ratingCount: 'must be at least 0',
        maxPlayers: 'must be a whole number',
        'videos.2': 'must be a link to a video on YouTube',
      },
    });
  });
});

describe('previewOf', () => {
  it('shows valid changes only', () => {
    const picture = `/api/artwork/${'a'.repeat(64)}.webp`;
    const values = { ...base, title: 'Neverputt', rating: 'good', boxArtUrl: picture };
    const shown = previewOf(game, values, changedFields(values, base));
    expect(shown).toMatchObject({
      title: 'Neverputt',
      rating: 81.5,
      boxArtUrl: picture,
      boxArtThumbhash: null,
    });
  });
});

describe('compareEdits and mergeEdits', () => {
  const texts = fc.constantFrom('', 'a', 'b', 'c');
  const lists = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 });
  const anyValues = fc.record({
    ...Object.fromEntries(editableFields.map((field) => [field, texts])),
    genres: lists,
    modes: lists,
    gameplayImages: lists,
    videos: lists,
    boxArtUrl: fc.constantFrom(null, 'a', 'b'),
  }) as unknown as fc.Arbitrary<EditorValues>;

  it('keep every change that only one admin made, and the chosen one where both did', () => {
    const given = fc.tuple(anyValues, anyValues, anyValues, fc.subarray([...editableFields]));
    fc.assert(
      fc.property(given, ([before, mine, theirs, wanted]) => {
        const { inBoth, onlyTheirs } = compareEdits(before, mine, theirs);
        const theirFields = inBoth.filter((field) => wanted.includes(field));
        const merged = mergeEdits(before, mine, theirs, theirFields);
        const myChanges = changedFields(mine, before);
        for (const field of editableFields) {
          const isMine = myChanges.includes(field) && !theirFields.includes(field);
          expect(changedFields(merged, isMine ? mine : theirs)).not.toContain(field);
          if (onlyTheirs.includes(field)) expect(changedFields(merged, theirs)).not.toContain(field);
        }
        expect(inBoth.every((field) => myChanges.includes(field) && !onlyTheirs.includes(field))).toBe(true);
      }),
    );
  });
});
