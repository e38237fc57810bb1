// Compares the index with a simple model: after any changes, it must return the same as filtering and sorting a list.
import { createHash } from 'node:crypto';
import type { GameListItem } from '@cellar/contract/games/games.ts';
import {
  type CatalogueFilter,
  createCatalogueFilter,
  letterOf,
  listedPlatforms,
  noFilter,
} from '@cellar/contract/games/rules/catalogue-filter.ts';
import { foldText, type SortKey, sortKeys } from '@cellar/contract/rules/sort.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnyEntry, anyEntry, anyFilter, inOrder, nothingElse, ownNames } from '#test/arbitraries.ts';
import { CatalogueIndex, indexFormat } from './catalogue-index.ts';
import type { Entry } from './game-rows.ts';
import { SavedParts } from './index-parts.ts';

function idsOf(index: CatalogueIndex, filter: CatalogueFilter, sort: SortKey): string[] {
  const { total, exact, slice } = index.select(filter, sort);
  const ids = shown(index, slice(0, total)).map(({ _id }) => _id);
  expect(new Set(ids).size, 'no game appears twice').toBe(total);
  return ids.slice(0, exact);
}

function shown(index: CatalogueIndex, rows: Uint32Array): GameListItem[] {
  return JSON.parse(String(index.encode(rows, '[', ']')));
}

/** Adds the entries in the order of their ids, as the database returns them. */
function built(entries: Entry[]): CatalogueIndex {
  const index = new CatalogueIndex();
  for (const one of entries.toSorted((a, b) => (a.id < b.id ? -1 : 1))) index.add(one);
  for (const _ of index.build());
  return index;
}

/** Saves an index and returns the one that a later start reads. */
function restored(index: CatalogueIndex): CatalogueIndex {
  const result = new CatalogueIndex();
  const parts = index.parts().map((part) => bytesOf(part).slice().buffer);
  for (const _ of result.restore(new SavedParts(parts)));
  return result;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

const adminFilter = { search: '', platform: '', genre: '' };

function lettersOf(entries: AnyEntry[]) {
  const letters = entries.map(({ title }) => letterOf(foldText(title)));
  return letters.flatMap((letter, position) =>
    letter === letters[position - 1] ? [] : { letter, position },
  );
}

function entry(changes: Partial<Entry> = {}): Entry {
  const rest = { createdAt: '2026-01-01T00:00:00.000Z', releaseDate: null, platforms: [], genres: [] };
  return {
    id: 'a',
    title: 'A game',
    size: 0,
    modes: [],
    maxPlayers: null,
    ...nothingElse,
    ...rest,
    ...changes,
  };
}

describe('the index', () => {
  it('answers like a plain list after any changes', () => {
    const id = fc.integer({ min: 0, max: 30 }).map((number) => `game-${number}`);
    const change = fc.oneof(
      { weight: 3, arbitrary: fc.record({ id, entry: anyEntry, isHidden: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ id }) },
      { weight: 1, arbitrary: fc.record({ own: fc.subarray(ownNames) }) },
      { weight: 1, arbitrary: fc.record({ isRestart: fc.constant(true) }) },
      { weight: 1, arbitrary: fc.record({ filter: anyFilter, sort: fc.constantFrom(...sortKeys) }) },
    );
    fc.assert(
      fc.property(
        fc.array(anyEntry, { maxLength: 20 }),
        fc.array(change, { maxLength: 120 }),
        (first, changes) => {
          const entries = first.map((one, number) => ({
            ...one,
            ...nothingElse,
            size: one.totalSize,
            id: `game-${number}`,
          }));
          let index = built(entries);
          const model = new Map<string, AnyEntry & { id: string; isHidden: boolean }>(
            entries.map((one) => [one.id, one]),
          );
          const visible = () => [...model.values()].filter(({ isHidden }) => !isHidden);
          let own = new Set<string>();
          for (const step of changes) {
            if ('own' in step) {
              own = new Set(step.own);
              index.setOwnPlatforms(own);
            } else if ('isRestart' in step) {
              index = restored(index);
              index.setOwnPlatforms(own);
            } else if ('filter' in step) {
              const matches = visible().filter(createCatalogueFilter(step.filter, own));
              expect(idsOf(index, step.filter, step.sort)).toEqual(inOrder(matches, step.sort));
            } else if ('entry' in step) {
              const { entry: one, ...rest } = step;
              const changed = { ...nothingElse, ...one, ...rest, size: one.totalSize };
              model.set(step.id, changed);
              index.put(changed);
            } else {
              model.delete(step.id);
              index.remove(step.id);
            }
          }
          expect(index.size).toBe(model.size);
          const all = visible();
          for (const sort of sortKeys) expect(idsOf(index, noFilter, sort)).toEqual(inOrder(all, sort));
          const filters = index.filters();
          expect(filters.platforms).toEqual(
            listedPlatforms(
              all.flatMap(({ platforms }) => platforms),
              own,
            ),
          );
          expect(filters.genres.toSorted()).toEqual(
            [...new Set(all.flatMap(({ genres }) => genres))].toSorted(),
          );
          const byTitle = inOrder(all, 'titleAsc').map((one) => model.get(one) as AnyEntry);
          expect(index.letters(noFilter, false)).toEqual(lettersOf(byTitle));
          expect(index.letters(noFilter, true)).toEqual(lettersOf(byTitle.toReversed()));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('sorts by the columns of admins like a plain list after any changes', () => {
    const number = fc.integer({ min: 0, max: 99 });
    const facts = fc.record({
      size: fc.integer({ min: 0, max: 3 }),
      developer: fc.constantFrom(null, 'Ann', 'bob', 'Cécile', 'Dora'),
      releaseDate: fc.constantFrom(null, '1999-01-01', '2004-05-06'),
      matchState: fc.constantFrom(null, 'matched' as const, 'review' as const),
      title: fc.constantFrom('A', 'B', 'C'),
    });
    const change = fc.oneof(
      { weight: 3, arbitrary: fc.record({ number, facts }) },
      { weight: 1, arbitrary: fc.record({ number }) },
      { weight: 1, arbitrary: fc.record({ number, downloads: fc.integer({ min: 0, max: 3 }) }) },
      { weight: 1, arbitrary: fc.record({ isRestart: fc.constant(true) }) },
    );
    const query = fc.record({
      sort: fc.constantFrom('size' as const, 'year' as const, 'developer' as const, 'downloads' as const),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
      match: fc.constantFrom('' as const, 'matched' as const),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.array(change, { maxLength: 4 }), query)), (steps) => {
        const entries = Array.from({ length: 100 }, (_, at) => entry({ id: `game-${at}` }));
        let index = built(entries);
        const model = new Map(entries.map((one) => [one.id, { ...one, downloads: 0 }]));
        for (const [changes, { sort, direction, match }] of steps) {
          for (const step of changes) {
            if ('isRestart' in step) {
              index = restored(index);
              for (const [id, { downloads }] of model) index.setDownloads(id, downloads);
              continue;
            }
            const id = `game-${step.number}`;
            const before = model.get(id);
            if ('facts' in step) {
              const changed = entry({ ...step.facts, id });
              index.put(changed);
              model.set(id, { ...changed, downloads: before?.downloads ?? 0 });
            } else if (!('downloads' in step)) {
              index.remove(id);
              model.delete(id);
            } else if (before) {
              index.setDownloads(id, step.downloads);
              before.downloads = step.downloads;
            }
          }
          const shownValue = (id: string): number | string | null => {
            const { size, releaseDate, developer, downloads } = model.get(id) as Entry & {
              downloads: number;
            };
            const values = { size, downloads, year: releaseDate?.slice(0, 4) ?? null };
            return sort === 'developer' ? developer && foldText(developer) : values[sort];
          };
          const ids = inOrder([...model.values()], 'titleAsc').filter(
            (id) => match === '' || model.get(id)?.matchState === match,
          );
          const known = ids.filter((id) => shownValue(id) !== null);
          const order = direction === 'asc' ? 1 : -1;
          known.sort((a, b) => {
            const [first, second] = [shownValue(a) as string, shownValue(b) as string];
            if (first === second) return 0;
            return first < second ? -order : order;
          });
          const filter = { ...adminFilter, lacks: [], visibility: '' as const, match, sort, direction };
          const found = index.idsOf(index.selectForAdmin(filter));
          expect(found).toEqual([...known, ...ids.filter((id) => shownValue(id) === null)]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('finds games by groups of letters, also after changes', () => {
    const numbers = Array.from({ length: 6000 }, (_, number) => number);
    const index = built(
      numbers.map((number) => entry({ id: `id${number}`, title: `Géme number ${number} aaaa` })),
    );
    const found = (search: string) => index.select({ ...noFilter, search }, 'titleAsc').exact;
    expect(found('number 599')).toBe(11);
    expect(found('GEME NUMBER 5999 A')).toBe(1);
    index.remove('id5999');
    index.put(entry({ id: 'id5998', title: 'Something else' }));
    index.put(entry({ id: 'new', title: 'number 599 again' }));
    expect(found('number 599')).toBe(10);
    expect(found('aaaa')).toBe(5998);
    expect(found('thing els')).toBe(1);
    expect(index.isWorn).toBe(false);
    for (const number of numbers.slice(0, 4000))
      index.put(entry({ id: `id${number}`, title: `Renamed ${number}` }));
    expect(index.isWorn).toBe(true);
    expect(found('renamed')).toBe(4000);
    expect(found('number 12')).toBe(0);
    expect(found('number 599')).toBe(9);
  });

  it('is saved in the format that `indexFormat` names', () => {
    const card = { platforms: ['Linux', 'Windows'], genres: ['Puzzle', 'Épée'], developer: 'Zoë' };
    const first = entry({
      ...card,
      id: 'a',
      title: 'Émile 2',
      releaseDate: '1999-12-31',
      size: 5_000_000_000,
    });
    const second = entry({ id: 'b', title: 'Zork', matchState: 'matched', likes: 3, modes: ['coop'] });
    const index = built([first, second]);
    index.put(entry({ id: 'c', title: 'Hidden', isHidden: true, isFileMissing: true, maxPlayers: 4 }));
    index.put({ ...second, title: 'Zork II' });
    const digest = createHash('sha256');
    for (const part of index.parts()) digest.update(bytesOf(part)).update('|');
    // If this fails, the parts have changed: increase `indexFormat`, so that no server reads parts of the earlier format.
    expect([indexFormat, digest.digest('hex').slice(0, 16)]).toEqual([1, '51d03a2ecf72e123']);
  });

  it('returns the requested part of a selection', () => {
    const index = new CatalogueIndex();
    for (const id of ['a', 'b', 'c', 'd', 'e'])
      index.put(entry({ id, title: id, platforms: ['Mac'], genres: [id] }));
    const { slice } = index.select(noFilter, 'titleDesc');
    const part = (from: number, to: number) => shown(index, slice(from, to));
    expect(part(1, 3)).toMatchObject([
      { _id: 'd', platforms: ['Mac'], genres: ['d'] },
      { _id: 'c', platforms: ['Mac'], genres: ['c'] },
    ]);
    expect(part(4, 9).map(({ _id }) => _id)).toEqual(['a']);
    expect(part(5, 9)).toEqual([]);
    expect(part(1_000_000, 1_000_024)).toEqual([]);
  });

  it('sorts genres regardless of case and accents', () => {
    const index = new CatalogueIndex();
    index.put(entry({ genres: ['strategy', 'Épée', 'Zen', 'action', 'Action', 'RPG'] }));
    expect(index.filters().genres).toEqual(['Action', 'action', 'Épée', 'RPG', 'strategy', 'Zen']);
  });
});
