// Compares what a walk finds with the known items. Both come in the same order, so only a page of each is in memory.
import type { Db } from '#db/schema.ts';
import {
  compareBytes,
  type FoundItem,
  orderKey,
  type ScanRecord,
  type WalkBatch,
} from '../walk/scan-types.ts';
import { type KnownItem, listItemsAfter } from './scanned-items.repository.ts';

/** What a walk has found: the item of a game, or an extra. */
export interface FoundEntry extends FoundItem {
  extra: { kind: Extract<ScanRecord, { type: 'extra' }>['extraKind']; ownerPath: string } | undefined;
}

export type Comparison =
  | { known: KnownItem; found: FoundEntry }
  | { known: undefined; found: FoundEntry }
  /** `isHidden`: a directory above could not be read, so the item may still exist. */
  | { known: KnownItem; found: undefined; isHidden: boolean };

const rowsPerPage = 1000;

/** Yields the comparisons of each batch of a walk, and at the end those of the items that follow the last one found. */
export async function* mergeItems(
  longReads: Db,
  folderId: string,
  walk: AsyncIterable<WalkBatch>,
): AsyncGenerator<{ comparisons: Comparison[]; batch: WalkBatch | undefined }> {
  const hidden = new Set<string>();
  const rows = readRows(longReads, folderId);
  // Each page is read before the items that follow it are written, so a scan never reads an item that it has inserted itself.
  const next = async () => (await rows.next()).value;
  let known = await next();
  for await (const batch of walk) {
    const comparisons: Comparison[] = [];
    for (const record of batch.records) {
      if (record.type === 'problem') {
        if (record.hidesItems) hidden.add(record.path);
        continue;
      }
      const item = entryOf(record);
      for (; known && compare(known, item) < 0; known = await next()) {
        comparisons.push({ known, found: undefined, isHidden: isHidden(known.path, hidden) });
      }
      const isSame = known && compare(known, item) === 0;
      comparisons.push(known && isSame ? { known, found: item } : { known: undefined, found: item });
      if (isSame) known = await next();
    }
    yield { comparisons, batch };
  }
  let rest: Comparison[] = [];
  for (; known; known = await next()) {
    rest.push({ known, found: undefined, isHidden: isHidden(known.path, hidden) });
    if (rest.length < rowsPerPage) continue;
    yield { comparisons: rest, batch: undefined };
    rest = [];
  }
  yield { comparisons: rest, batch: undefined };
}

function entryOf(record: Exclude<ScanRecord, { type: 'problem' }>): FoundEntry {
  const extra = record.type === 'extra' ? { kind: record.extraKind, ownerPath: record.ownerPath } : undefined;
  return { ...record.item, extra };
}

async function* readRows(longReads: Db, folderId: string): AsyncGenerator<KnownItem, undefined> {
  for (let after = ''; ; ) {
    const page = await listItemsAfter(longReads, folderId, after, rowsPerPage);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < rowsPerPage) return undefined;
    after = orderKey(last);
  }
}

function compare(known: KnownItem, found: FoundItem): number {
  return compareBytes(orderKey(known), orderKey(found));
}

/** True if the item or a directory above it is a problem that hides items. The empty path is the library folder itself. */
function isHidden(path: string, hidden: ReadonlySet<string>): boolean {
  if (hidden.size === 0) return false;
  if (hidden.has('') || hidden.has(path)) return true;
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    if (hidden.has(path.slice(0, at))) return true;
  }
  return false;
}
