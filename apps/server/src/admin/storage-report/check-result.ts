// Converts the result of a check to the form of the contract.
import type {
  CheckResult,
  DamagedFile,
  MissingFile,
  Orphan,
} from '@cellar/contract/admin/storage.endpoints.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { dayMs } from '#platform/clock.ts';
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

// The output of `cellar check`.

/** Lists recent orphans but does not count them as a fault. */
export function reportCheck(result: CheckResult): { lines: string[]; isGood: boolean } {
  const { missing, damaged, orphans, counts, error } = result;
  const files = `${result.checkedFiles} ${result.checkedFiles === 1 ? 'file' : 'files'}`;
  const isGood = !error && counts.missing + counts.damaged === 0 && !orphans.some((file) => file.isRemovable);
  return {
    isGood,
    lines: [
      `Checked ${files} (${formatBytes(result.checkedBytes)}), ${kinds[result.kind]}.`,
      ...section('Missing', counts.missing, missing.map(lineOfMissing)),
      ...section('Damaged', counts.damaged, damaged.map(lineOfDamaged)),
      ...section('Orphans, which the database does not know', counts.orphans, orphans.map(lineOfOrphan)),
      ...(error ? [`The check could not be completed: ${error}`] : []),
      ...(isGood ? ['Every file is in its place.'] : []),
    ],
  };
}

const kinds = { quick: 'that they are there and have their size', full: 'with their content' };
const reasons = {
  size: ({ foundSize, expectedSize }: DamagedFile) => `${foundSize} bytes instead of ${expectedSize}`,
  digest: () => 'its content has changed',
  unreadable: () => 'it cannot be read',
};

function section(name: string, count: number, lines: string[]): string[] {
  if (count === 0) return [];
  const more = count - lines.length;
  return [
    `${name}: ${count}`,
    ...lines.map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function lineOfMissing({ title, platform, expectedSize }: MissingFile): string {
  return `${title}, ${platform} (${formatBytes(expectedSize)})`;
}

function lineOfDamaged(file: DamagedFile): string {
  return `${file.title}, ${file.platform}: ${reasons[file.reason](file)}`;
}

function lineOfOrphan({ key, size, modified }: Orphan): string {
  return `${key} (${formatBytes(size)}, last changed ${modified})`;
}
