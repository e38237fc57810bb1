// What a scan does with known items that it has not found on the disk, or that have lost their files in the library.
import { isoAt } from '#platform/clock.ts';
import { listWithoutFile, rememberDeleted } from '../items/removed-items.service.ts';
import type { GoneItem, Tally } from './scan-batch.ts';
import { inTransaction, ScanProblemError, type ScanRun } from './scan-context.ts';
import * as repository from './scanned-items.repository.ts';

const itemsPerTransaction = 200;

/**
 * Deletes items that only waited for review, and marks the others as missing. Returns how many were marked.
 * @throws ScanProblemError if they are probably not gone, but on a disk that is not mounted
 */
export async function recordGone(
  run: ScanRun,
  { tally, isEmpty }: { tally: Tally; isEmpty: boolean },
): Promise<number> {
  const gone = tally.gone.filter(({ id }) => !tally.converted.has(id));
  if (run.folder.acceptsMissing === 0) refuseUnlikely({ ...tally, gone }, isEmpty);
  let missing = 0;
  for (let at = 0; at < gone.length; at += itemsPerTransaction) {
    const items = await withoutPresent(run, gone.slice(at, at + itemsPerTransaction));
    const ids = (isFound: boolean) =>
      items.flatMap(({ id, state }) => ((state === 'found') === isFound ? id : []));
    missing += await inTransaction(run, async (trx) => {
      if (ids(true).length > 0) await repository.deleteFound(trx, ids(true));
      return ids(false).length > 0 ? repository.markMissing(trx, ids(false), isoAt(run.clock)) : 0;
    });
  }
  return missing;
}

/** Marks items as removed whose files were deleted from the library without that. */
export async function rememberDeletedItems(run: ScanRun): Promise<void> {
  const ids = await listWithoutFile(run.longReads, run.folder.id);
  for (let at = 0; at < ids.length; at += itemsPerTransaction) {
    await inTransaction(run, (trx) => rememberDeleted(trx, ids.slice(at, at + itemsPerTransaction)));
  }
}

/** Fewer items than this may be deleted by hand at once. */
const fewItems = 5;
const nearlyAll = 0.9;

/** A mount point without its disk is empty, or shows what lies beneath. */
function refuseUnlikely({ known, found, gone }: Tally, isEmpty: boolean): void {
  if (isEmpty && known > 0) throw new ScanProblemError('empty');
  const isUnlikely = found === 0 && gone.length >= fewItems && gone.length > nearlyAll * known;
  if (isUnlikely) throw new ScanProblemError('items_gone');
}

/**
 * Leaves out added items that are still there, but are no longer recognized as such: files that were added later may turn a folder
 * of games into one game.
 */
async function withoutPresent({ eyes, folder }: ScanRun, gone: GoneItem[]): Promise<GoneItem[]> {
  const added = gone.filter(({ state }) => state === 'added' || state === 'adding');
  if (added.length === 0) return gone;
  const entries = added.map(({ path, kind }) => ({ path, isFolder: kind === 'folder' }));
  const present = await eyes.present(folder.path, entries);
  const stillThere = new Set(added.filter((_, index) => present[index]));
  return gone.filter((item) => !stillThere.has(item));
}
