// Lists the spellings of genres and companies, and finds the games that have them.
import type {
  MergeBody,
  MergePreview,
  Spelling,
  SpellingKind,
  Spellings,
} from '@cellar/contract/games/bulk-changes.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import type { Stamp } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { whileUnchanged } from '#db/while-unchanged.ts';
import { createYielder } from '#platform/event-loop.ts';
import { likelySpellings } from './likely-spellings.ts';
import type { SpellingMerge } from './spelling-rules.service.ts';
import {
  countGamesWith,
  countSpellings,
  listGamesWith,
  listTitlesWith,
  placesOf,
} from './spellings.repository.ts';

const listed = 200;
const titlesNamed = 10;

export type SpellingsService = ReturnType<typeof createSpellings>;

export function createSpellings({ longReads, stamp }: { longReads: Db; stamp: Stamp }) {
  // Cached, because each letter that an admin types into the search asks for all of them again.
  const countAll = whileUnchanged(stamp, (kind: SpellingKind) => countSpellings(longReads, kind), 2);
  return {
    list: (query: { kind: SpellingKind; search: string }) => list(countAll, query),
    pagesOfGames,
    countGames: (db: Db, { kind, values }: SpellingMerge) => countGamesWith(db, kind, values),

    async preview({ kind, values, keep }: MergeBody): Promise<MergePreview> {
      const others = values.filter((value) => value !== keep);
      return {
        games: await countGamesWith(longReads, kind, others),
        titles: await listTitlesWith(longReads, kind, others, titlesNamed),
      };
    },
  };
}

async function list(
  countAll: (kind: SpellingKind) => Promise<Spelling[]>,
  { kind, search }: { kind: SpellingKind; search: string },
): Promise<Spellings> {
  const all = await countAll(kind);
  const wanted = foldText(search);
  const yieldIfDue = createYielder();
  const values: Spelling[] = [];
  let total = 0;
  for (const [at, spelling] of all.entries()) {
    if (at % 500 === 0) await yieldIfDue();
    if (!foldText(spelling.value).includes(wanted)) continue;
    total += 1;
    if (values.length < listed) values.push(spelling);
  }
  // The page shows them only above the whole list.
  const suggestions = wanted === '' ? await likelySpellings(kind, all, yieldIfDue) : [];
  return { values, total, suggestions };
}

/**
 * Yields the ids of games with one of the spellings, at most `size` at a time. The games of a page may be changed before the next
 * one is read.
 */
async function* pagesOfGames(
  trx: Trx,
  { kind, values }: SpellingMerge,
  size: number,
): AsyncGenerator<string[]> {
  for (const place of placesOf(kind)) {
    for (const value of values.toSorted()) {
      let ids: string[] = [];
      do {
        ids = await listGamesWith(trx, place, { value, after: ids.at(-1) ?? '', limit: size });
        if (ids.length > 0) yield ids;
      } while (ids.length === size);
    }
  }
}
