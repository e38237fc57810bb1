// Tries rules on every title of the library and changes nothing. Bounded in time; others have their turn in between.

import type { LibraryPreview } from '@cellar/contract/sanitization.ts';
import type { Db } from '#db/schema.ts';
import { createBreather } from '#platform/breather.ts';
import { pageCount } from '#platform/page-count.ts';
import { listTitles, type TitleRow } from './sanitization.repository.ts';
import { type CompiledRule, sanitizeTitle } from './sanitizer.ts';

interface DryRun {
  page: number;
  limit: number;
  /** What is not looked at by then is left. */
  budgetMs: number;
  /** Whoever asked does not listen any more. */
  isGone(): boolean;
}

const batchSize = 1000;
/** Rules that are too slow for so many titles are so for the rest too. */
const maxSlowTitles = 50;

export async function dryRun(
  db: Db,
  rules: CompiledRule[],
  { page, limit, budgetMs, isGone }: DryRun,
): Promise<Omit<LibraryPreview, 'totalGames'>> {
  const deadline = performance.now() + budgetMs;
  const isOver = () => performance.now() > deadline || isGone();
  const breathe = createBreather();
  const changes: LibraryPreview['changes'] = [];
  const [first, last] = [(page - 1) * limit, page * limit];
  let totalChanges = 0;
  let checkedGames = 0;
  let slowTitles = 0;
  let isComplete = false;
  for await (const { id, title } of titles(db)) {
    if (isOver() || slowTitles >= maxSlowTitles) return result();
    const { sanitizedTitle, isTooSlow } = sanitizeTitle(rules, title);
    checkedGames += 1;
    if (isTooSlow) slowTitles += 1;
    if (sanitizedTitle !== title) {
      if (totalChanges >= first && totalChanges < last) changes.push({ _id: id, title, sanitizedTitle });
      totalChanges += 1;
    }
    await breathe();
  }
  isComplete = true;
  return result();

  function result() {
    const totalPages = pageCount(totalChanges, limit);
    return { changes, totalChanges, checkedGames, isComplete, currentPage: page, totalPages };
  }
}

/** All titles in the order of the catalogue, read in batches. */
async function* titles(db: Db): AsyncGenerator<TitleRow> {
  let after: TitleRow | undefined;
  for (;;) {
    const batch = await listTitles(db, batchSize, after);
    yield* batch;
    after = batch.at(-1);
    if (batch.length < batchSize) return;
  }
}
