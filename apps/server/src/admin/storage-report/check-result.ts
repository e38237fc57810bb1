// Converts the result of a check to the form of the contract.
import type { CheckResult, Orphan } from '@cellar/contract/admin/storage.ts';
import { dayMs } from '#platform/durations.ts';
import type { CheckRow, FileProblemRow, ProblemRow } from './storage-checks.repository.ts';

export interface Results {
  check: CheckRow;
  missing: FileProblemRow[];
  damaged: FileProblemRow[];
  orphans: ProblemRow[];
  counts: CheckResult['counts'];
}

/** A younger file may belong to a request that has not recorded it yet. */
export const orphanAgeMs = dayMs;

export function presentResult(results: Results, now: Date): CheckResult {
  const { check, counts } = results;
  const missing = results.missing.map(presentFile).sort(byTitle);
  const damaged = results.damaged
    .map((problem) => ({
      ...presentFile(problem),
      foundSize: problem.foundSize ?? 0,
      reason: problem.reason ?? 'unreadable',
    }))
    .sort(byTitle);
  const orphans = results.orphans.map((problem) => presentOrphan(problem, now));
  const endedAt = check.endedAt ?? check.startedAt;
  return { ...check, endedAt, counts, missing, damaged, orphans: orphans.sort((a, b) => b.size - a.size) };
}

function presentFile({ storageKey, gameId, title, platform, fileSize, ...place }: FileProblemRow) {
  const path = place.folderPath === null ? null : `${place.folderPath}/${place.itemPath}`;
  return { key: storageKey, path, gameId, title, platform, expectedSize: fileSize };
}

function byTitle(a: { title: string }, b: { title: string }): number {
  return a.title.localeCompare(b.title, 'en');
}

function presentOrphan({ storageKey, foundSize, modifiedAt }: ProblemRow, now: Date): Orphan {
  const modified = modifiedAt ?? now.toISOString();
  const age = Math.max(0, now.getTime() - Date.parse(modified));
  return {
    key: storageKey,
    size: foundSize ?? 0,
    modified,
    ageSeconds: Math.floor(age / 1000),
    isRemovable: age > orphanAgeMs,
  };
}
