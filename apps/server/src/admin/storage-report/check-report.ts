// The output of `cellar check`.

import type { CheckResult, DamagedFile, MissingFile, Orphan } from '@cellar/contract/admin/storage.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';

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
