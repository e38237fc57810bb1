// Applies rules to all titles of the library without changing them. Limited in time, and yields to other requests.
import type { LibraryPreview } from '@cellar/contract/games/sanitization.ts';
import type { Db } from '#db/schema.ts';
import { createYielder } from '#platform/event-loop.ts';
import { pageCount } from '#platform/page-count.ts';
import { listTitles, type TitleRow } from './sanitization.repository.ts';
import { type CompiledRule, sanitizeTitle } from './sanitizer.ts';

interface DryRun {
  page: number;
  limit: number;
  /** Titles that cannot be checked within this time are skipped. */
  budgetMs: number;
  /** Returns true once the client has disconnected. */
  isGone(): boolean;
}

const batchSize = 1000;
/** Rules that are too slow for this many titles are too slow for the others as well. */
const maxSlowTitles = 50;

export async function dryRun(
  db: Db,
  rules: CompiledRule[],
  { page, limit, budgetMs, isGone }: DryRun,
): Promise<Omit<LibraryPreview, 'totalGames'>> {
  const deadline = performance.now() + budgetMs;
  const isOver = () => performance.now() > deadline || isGone();
  const yieldIfDue = createYielder();
  const changes: LibraryPreview['changes'] = [];
  const [first, last] = [(page - 1) * limit, page * limit];
  let totalChanges = 0;
  let checkedGames = 0;
  let slowTitles = 0;
  let isComplete = true;
  for await (const { id, title } of titles(db)) {
    if (isOver() || slowTitles >= maxSlowTitles) {
      isComplete = false;
      break;
    }
    const { sanitizedTitle, isTooSlow } = sanitizeTitle(rules, title);
    checkedGames += 1;
    if (isTooSlow) slowTitles += 1;
    if (sanitizedTitle !== title) {
      if (totalChanges >= first && totalChanges < last) changes.push({ _id: id, title, sanitizedTitle });
      totalChanges += 1;
    }
    await yieldIfDue();
  }
  const totalPages = pageCount(totalChanges, limit);
  return { changes, totalChanges, checkedGames, isComplete, currentPage: page, totalPages };
}

/** Yields all titles in the order of the catalogue, read in batches. */
async function* titles(db: Db): AsyncGenerator<TitleRow> {
  let after: TitleRow | undefined;
  for (;;) {
    const batch = await listTitles(db, batchSize, after);
    yield* batch;
    after = batch.at(-1);
    if (batch.length < batchSize) return;
  }
}
