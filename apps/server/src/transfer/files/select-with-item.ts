// Platform files and extras with what is known about their items in library folders.

import type { ItemKind, ItemProblem } from '@cellar/contract/folders/folders.ts';
import type { FileState } from '@cellar/contract/transfer/extras.ts';
import type { Db } from '#db/schema.ts';
import type { DigestedTable } from './digests.repository.ts';

interface ItemColumns {
  libraryItemId: string | null;
  itemKind: ItemKind | null;
  itemFileCount: number | null;
  leftOutLinks: number | null;
  missingSince: string | null;
  itemProblem: ItemProblem | null;
  isComplete: number | null;
  digestedBytes: number | null;
  zipSize: number | null;
  threat: string | null;
}

export function selectWithItem(db: Db, table: DigestedTable) {
  // Both tables have these columns.
  return (
    db
      .selectFrom(`${table} as file` as 'gameFiles as file')
      .leftJoin('libraryItems as item', 'item.id', 'file.libraryItemId')
      .leftJoin('libraryItemZips as zip', (join) =>
        join.onRef('zip.itemId', '=', 'item.id').onRef('zip.fingerprint', '=', 'item.fingerprint'),
      )
      // What a virus scan has found, unless an admin has allowed the file.
      .leftJoin('virusScans as scan', (join) =>
        join
          .onRef('scan.storageKey', '=', 'file.storageKey')
          .on('scan.result', '=', 'infected')
          .on('scan.allowedAt', 'is', null),
      )
      .selectAll('file')
      .select('scan.threat')
      .select(['item.kind as itemKind', 'item.fileCount as itemFileCount', 'item.missingSince'])
      .select(['item.problem as itemProblem', 'item.leftOutLinks'])
      .select(['zip.isComplete', 'zip.digestedBytes', 'zip.size as zipSize'])
  );
}

export function stateOf(file: ItemColumns): FileState {
  const { libraryItemId, missingSince, itemFileCount, threat } = file;
  return {
    isInPlace: libraryItemId !== null,
    missingSince,
    preparing: percentPrepared(file),
    problem: problemOf(file),
    fileCount: isZip(file) ? itemFileCount : null,
    leftOutLinks: file.leftOutLinks ?? 0,
    quarantine: threat === null ? null : { threat },
  };
}

/** Returns whether the file is the ZIP of a set or folder. */
function isZip({ itemKind }: ItemColumns): boolean {
  return itemKind !== null && itemKind !== 'file';
}

/** Returns null unless the file is the ZIP of a set or folder whose checksums are being computed. */
function percentPrepared(file: ItemColumns): number | null {
  const { digestedBytes, zipSize } = file;
  if (!isUnprepared(file) || problemOf(file)) return null;
  return zipSize ? Math.floor((100 * (digestedBytes ?? 0)) / zipSize) : 0;
}

/** Returns why the ZIP of a set or folder can't be prepared. */
function problemOf(file: ItemColumns): FileState['problem'] {
  const { itemProblem } = file;
  const isKnown = itemProblem === 'unreadable' || itemProblem === 'bad_names';
  return isKnown && isUnprepared(file) ? itemProblem : null;
}

function isUnprepared(file: ItemColumns): boolean {
  return isZip(file) && !file.isComplete;
}
