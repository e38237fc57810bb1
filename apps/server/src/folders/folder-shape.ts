// The rows of library folders as the contract shows them, and back.
import type { FolderSettings, LibraryFolder, ScanCounts } from '@cellar/contract/folders/folders.ts';
import type { FolderRow, ItemCount } from './folders.repository.ts';

export function presentFolder(row: FolderRow, counts: readonly ItemCount[], now: string): LibraryFolder {
  const { id, path, mode, platform, frequency, createdAt, problem, problemSince, lastScanAt } = row;
  const lastScan = row.lastScan === null ? null : (JSON.parse(row.lastScan) as ScanCounts);
  const isWaiting = row.scanRequestedAt !== null && row.scanRequestedAt <= now;
  return {
    id,
    path,
    mode,
    platform,
    platformFolders: platformFoldersOf(row),
    extensions: extensionsOf(row),
    frequency,
    isWatched: row.isWatched === 1,
    addsCertain: row.addsCertain === 1,
    createdAt,
    problem,
    problemSince,
    scan:
      row.scanStartedAt !== null || isWaiting
        ? { startedAt: row.scanStartedAt, entries: row.scannedEntries }
        : null,
    lastScanAt,
    lastScan,
    items: itemsOf(counts.filter(({ folderId }) => folderId === id)),
    problems: lastScan?.problems ?? 0,
  };
}

function itemsOf(counts: readonly ItemCount[]): LibraryFolder['items'] {
  const items = { found: 0, adding: 0, added: 0, missing: 0, skipped: 0, removed: 0, extras: 0 };
  for (const { state, items: count, extras, missing } of counts) {
    // The list of removed items includes extras.
    const inLibrary = state === 'removed' ? 0 : Number(extras);
    items[state] += Number(count) - inLibrary;
    items.extras += inLibrary;
    if (state === 'added') items.missing += Number(missing);
  }
  return items;
}

export function platformFoldersOf(
  row: Pick<FolderRow, 'platformFolders'>,
): FolderSettings['platformFolders'] {
  return JSON.parse(row.platformFolders);
}

export function extensionsOf(row: Pick<FolderRow, 'extensions'>): string[] {
  return JSON.parse(row.extensions);
}

/** The columns of the settings. */
export function settingsRow({
  platformFolders,
  extensions,
  isWatched,
  addsCertain,
  ...plain
}: FolderSettings) {
  return {
    ...plain,
    platformFolders: JSON.stringify(platformFolders),
    extensions: JSON.stringify(extensions),
    isWatched: isWatched ? 1 : 0,
    addsCertain: addsCertain ? 1 : 0,
  };
}
