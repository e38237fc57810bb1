// Platform files and extras with what is known about their items in library folders.
import type { FileState } from '@cellar/contract/file-state.ts';
import type { ItemKind } from '@cellar/contract/library.ts';
import type { Db } from '#db/schema.ts';
import type { DigestedTable } from './digests.repository.ts';

interface ItemColumns {
  libraryItemId: string | null;
  itemKind: ItemKind | null;
  itemFileCount: number | null;
  missingSince: string | null;
  isComplete: number | null;
  digestedBytes: number | null;
  zipSize: number | null;
}

export function selectWithItem(db: Db, table: DigestedTable) {
  // Both tables have these columns.
  return db
    .selectFrom(`${table} as file` as 'gameFiles as file')
    .leftJoin('libraryItems as item', 'item.id', 'file.libraryItemId')
    .leftJoin('libraryItemZips as zip', (join) =>
      join.onRef('zip.itemId', '=', 'item.id').onRef('zip.fingerprint', '=', 'item.fingerprint'),
    )
    .selectAll('file')
    .select(['item.kind as itemKind', 'item.fileCount as itemFileCount', 'item.missingSince'])
    .select(['zip.isComplete', 'zip.digestedBytes', 'zip.size as zipSize']);
}

export function stateOf(file: ItemColumns): FileState {
  const { libraryItemId, missingSince, itemFileCount } = file;
  return {
    isInPlace: libraryItemId !== null,
    missingSince,
    preparing: percentPrepared(file),
    fileCount: isZip(file) ? itemFileCount : null,
  };
}

/** Returns whether the file is the ZIP of a set or folder. */
function isZip({ itemKind }: ItemColumns): boolean {
  return itemKind !== null && itemKind !== 'file';
}

/** Returns null unless the file is the ZIP of a set or folder whose checksums are being computed. */
function percentPrepared(file: ItemColumns): number | null {
  const { isComplete, digestedBytes, zipSize } = file;
  if (!isZip(file) || isComplete) return null;
  return zipSize ? Math.floor((100 * (digestedBytes ?? 0)) / zipSize) : 0;
}
