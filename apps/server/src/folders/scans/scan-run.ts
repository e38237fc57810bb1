// One scan of a library folder, under the lease of its row.

import type { ScanCounts, ScanProblemReason } from '@cellar/contract/folders/folders.ts';
import { hourMs, isoAt, isRecent } from '#platform/clock.ts';
import * as folders from '../folders.repository.ts';
import { listWithoutFile, rememberDeleted } from '../items/library-changes.service.ts';
import type { LibraryProblemsTable } from '../tables.ts';
import type { ProblemReason, ScanRecord, ScanSummary } from '../walk/scan-types.ts';
import { walkFolder } from '../walk/walk-folder.ts';
import { createNaming, mergeItems, walkRulesOf } from './found-items.ts';
import { recognizeMoved } from './moved-items.ts';
import { type GoneItem, newTally, planChanges, type Tally, type Writing, writeBatch } from './scan-batch.ts';
import { inTransaction, ScanProblemError, type ScanRun } from './scan-context.ts';
import * as repository from './scanned-items.repository.ts';

export interface ScanOutcome {
  counts: ScanCounts;
  factsKey: string;
  /** The folder is to be scanned again soon, because files were still being written. */
  hasFresh: boolean;
}

const maxProblems = 1000;
const maxShownPath = 500;
const progressMs = 1000;

/** @throws ScanProblemError, LeaseLostError, and what `walkFolder` throws */
export async function scanFolder(run: ScanRun): Promise<ScanOutcome> {
  const begun = performance.now();
  const problem = await run.paths.problemOf(run.folder.path);
  if (problem) throw new ScanProblemError(problem);
  // Needs lookups for each added item, so not at each of many changes in a row.
  if (!isRecent(run.clock, run.folder.lastScanAt, hourMs)) await rememberDeletedItems(run);
  const writing = await prepare(run);
  const { summary, problems } = await compare(run, writing);
  const { tally, naming } = writing;
  const missing = await recordGone(run, { tally, isEmpty: summary.isEmpty });
  const moved = tally.found > 0 || missing > 0 ? await recognizeMoved(run) : 0;
  await inTransaction(run, (trx) => repository.replaceProblems(trx, run.folder.id, problems));
  const { changed, back, hasFresh } = tally;
  const counts: ScanCounts = {
    entries: summary.entryCount,
    found: Math.max(0, tally.found - moved),
    moved,
    changed,
    missing: Math.max(0, missing - moved),
    back,
    problems: summary.problemCount,
    seconds: Math.round(performance.now() - begun) / 1000,
  };
  return { counts, factsKey: naming.key, hasFresh };
}

async function prepare({ folder, sanitization, clock, exportedGames, ...run }: ScanRun): Promise<Writing> {
  const hasExport = await exportedGames.read(folder);
  const titles = await sanitization.titleMaker();
  const naming = createNaming({ folder, titles, platformAliases: await run.platformAliases() });
  return {
    folderId: folder.id,
    now: isoAt(clock),
    naming,
    isRenaming: folder.factsKey !== null && folder.factsKey !== naming.key,
    tally: newTally(),
    contentChanged: run.contentChanged,
    ...(hasExport && { suggest: exportedGames.suggest }),
  };
}

interface Walked {
  summary: ScanSummary;
  problems: LibraryProblemsTable[];
}

/** Walks the folder, and writes what is new or has changed. */
async function compare(run: ScanRun, writing: Writing): Promise<Walked> {
  const { folder, paths, db, longReads, signal } = run;
  const treatments = await folders.listTreatments(db, folder.id);
  const rules = walkRulesOf(folder, treatments, await run.platformAliases());
  const walk = walkFolder({ path: folder.path, excluded: paths.ownFolders }, rules, signal);
  const problems = new Map<string, LibraryProblemsTable>();
  let summary: ScanSummary = { isEmpty: false, entryCount: 0, folderCount: 0, problemCount: 0 };
  let savedAt = performance.now();
  for await (const { comparisons, batch } of mergeItems(longReads, folder.id, walk)) {
    if (batch) summary = batch.summary;
    noteProblems(folder.id, batch?.records ?? [], problems);
    const scannedEntries = summary.entryCount;
    for await (const changes of planChanges(comparisons, writing)) {
      await inTransaction(run, (trx) => writeBatch(trx, changes, writing), { scannedEntries });
    }
    if (performance.now() - savedAt < progressMs) continue;
    await inTransaction(run, async () => {}, { scannedEntries });
    savedAt = performance.now();
  }
  return { summary, problems: [...problems.values()] };
}

const reasons: Record<ProblemReason, ScanProblemReason> = {
  notUtf8: 'not_utf8',
  controlCharacter: 'control_characters',
  pathTooLong: 'path_too_long',
  tooDeep: 'too_deep',
  link: 'link',
  notAFile: 'special_file',
  denied: 'not_readable',
  unreadable: 'not_readable',
  vanished: 'vanished',
  replaced: 'vanished',
};

function noteProblems(
  folderId: string,
  records: readonly ScanRecord[],
  problems: Map<string, LibraryProblemsTable>,
): void {
  for (const record of records) {
    if (record.type !== 'problem' || problems.size >= maxProblems) continue;
    const path = endOf(record.path);
    problems.set(path, { folderId, path, reason: reasons[record.reason] });
  }
}

/** The path is part of an index, which holds no long texts. */
function endOf(path: string): string {
  return path.length <= maxShownPath ? path : `…${path.slice(-maxShownPath).toWellFormed()}`;
}

// What a scan does with known items that it has not found on the disk, or that have lost their files in the library.

const itemsPerTransaction = 200;

/**
 * Deletes items that only waited for review, and marks the others as missing. Returns how many were marked.
 * @throws ScanProblemError if they are probably not gone, but on a disk that is not mounted
 */
async function recordGone(
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
async function rememberDeletedItems(run: ScanRun): Promise<void> {
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
async function withoutPresent({ inspector, folder }: ScanRun, gone: GoneItem[]): Promise<GoneItem[]> {
  const added = gone.filter(({ state }) => state === 'added' || state === 'adding');
  if (added.length === 0) return gone;
  const entries = added.map(({ path, kind }) => ({ path, isFolder: kind === 'folder' }));
  const present = await inspector.present(folder.path, entries);
  const stillThere = new Set(added.filter((_, index) => present[index]));
  return gone.filter((item) => !stillThere.has(item));
}
