// Writes what a scan has found out about a batch of items.
import type { Insertable } from 'kysely';
import type { Trx } from '#db/schema.ts';
import { createYielder } from '#platform/event-loop.ts';
import { newId } from '#platform/tokens.ts';
import type { ExportedGamesService } from '../export/exported-games.service.ts';
import type { LibraryItemsTable } from '../tables.ts';
import {
  type Comparison,
  extraColumns,
  type FileFacts,
  type FoundEntry,
  filesOf,
  type Naming,
  namesOfExport,
} from './found-items.ts';
import type { KnownItem } from './scanned-items.repository.ts';
import * as repository from './scanned-items.repository.ts';

export type GoneItem = Pick<KnownItem, 'id' | 'kind' | 'state' | 'path'>;

/** The sums of a scan. */
export interface Tally {
  /** Items that were not missing before the scan. */
  known: number;
  found: number;
  changed: number;
  back: number;
  /** Some files were modified a moment ago, so that the folder is to be scanned again soon. */
  hasFresh: boolean;
  gone: GoneItem[];
  /** Ids of items whose path now belongs to an item of another kind: the row was changed, so the item is not gone. */
  converted: Set<string>;
}

export function newTally(): Tally {
  const converted = new Set<string>();
  return { known: 0, found: 0, changed: 0, back: 0, hasFresh: false, gone: [], converted };
}

export interface Writing {
  folderId: string;
  now: string;
  naming: Naming;
  /** The rules for titles or the settings have changed, so the names of known items are read again. */
  isRenaming: boolean;
  tally: Tally;
  contentChanged(trx: Trx, itemId: string): Promise<void>;
  /** Given if the folder contains an export. */
  suggest?: ExportedGamesService['suggest'];
}

interface Update {
  known: KnownItem;
  found: FoundEntry;
  changes: Partial<Insertable<LibraryItemsTable>>;
  isNewContent: boolean;
}

/** What a transaction writes. */
export interface BatchChanges {
  inserts: { found: FoundEntry; row: Insertable<LibraryItemsTable> }[];
  updates: Update[];
}

/** Few enough that other statements do not wait long. */
const itemsPerTransaction = 100;

/** Yields what has changed, in steps. Making titles takes time, so other work gets its turn. */
export async function* planChanges(
  comparisons: readonly Comparison[],
  writing: Writing,
): AsyncGenerator<BatchChanges> {
  const yieldIfDue = createYielder();
  let batch: BatchChanges = { inserts: [], updates: [] };
  for (const { known, found, ...rest } of comparisons) {
    if (known && known.missingSince === null) writing.tally.known += 1;
    if (found?.isFresh) writing.tally.hasFresh = true;
    if (known && found) batch.updates.push(...planUpdate(known, found, writing));
    else if (found) batch.inserts.push({ found, row: await newRow(found, writing) });
    else if (known && 'isHidden' in rest && !rest.isHidden) noteGone(known, writing.tally);
    await yieldIfDue();
    if (batch.inserts.length + batch.updates.length < itemsPerTransaction) continue;
    yield batch;
    batch = { inserts: [], updates: [] };
  }
  if (batch.inserts.length + batch.updates.length > 0) yield batch;
}

function noteGone({ id, kind, state, path, missingSince }: KnownItem, { gone }: Tally): void {
  if (missingSince === null) gone.push({ id, kind, state, path });
}

/** Returns an update, or nothing if the row is as it should be. */
function planUpdate(known: KnownItem, found: FoundEntry, writing: Writing): Update[] {
  const files = filesOf(found);
  // What is being written just now is read when it is complete.
  const isAdded = known.state === 'added' || known.state === 'adding';
  const isNewContent = !hasSameFiles(known, files) && !(isAdded && found.isFresh);
  const isBack = known.missingSince !== null;
  const extra = extraToChange(known, found);
  const changes = {
    ...(isNewContent ? { ...files, sampleSha256: null } : {}),
    ...(isNewContent && known.state === 'found' ? { foundAt: writing.now, problem: null } : {}),
    ...(isBack ? { missingSince: null } : {}),
    ...extra,
    ...namesToChange(known, found, isNewContent || extra || writing.isRenaming ? writing.naming : undefined),
  };
  return Object.keys(changes).length === 0 ? [] : [{ known, found, changes, isNewContent }];
}

function hasSameFiles(known: KnownItem, files: FileFacts): boolean {
  return (Object.keys(files) as (keyof FileFacts)[]).every((name) => known[name] === files[name]);
}

/** An added extra stays one, and an added game stays one, wherever it is moved to. */
function extraToChange(known: KnownItem, found: FoundEntry) {
  const columns = extraColumns(found);
  const isSame = known.extraKind === columns.extraKind && known.ownerPath === columns.ownerPath;
  return isSame || known.state !== 'found' ? undefined : columns;
}

/** Titles and platforms change only before an admin has decided. */
function namesToChange(known: KnownItem, found: FoundEntry, naming: Naming | undefined) {
  if (!naming || known.state !== 'found' || known.isEdited === 1) return {};
  const names = naming.namesOf(found);
  const columns = ['title', 'platform', 'version', 'year', 'ids', 'isCertain'] as const;
  return columns.some((name) => known[name] !== names[name]) ? names : {};
}

export async function writeBatch(trx: Trx, batch: BatchChanges, writing: Writing): Promise<void> {
  for (const planned of batch.updates) await update(trx, planned, writing);
  await insert(trx, batch.inserts, writing);
}

/** An item may have been added, edited or moved since it was read, minutes ago on a slow share. Then it is read and compared again. */
async function update(trx: Trx, planned: Update, writing: Writing): Promise<void> {
  const { known, found, changes, isNewContent } = planned;
  const { tally, folderId } = writing;
  if (!(await repository.updateItem(trx, { folderId, ...known }, changes))) {
    for (const current of await repository.findItemsAt(trx, folderId, [found.path]))
      for (const again of planUpdate(current, found, writing)) await update(trx, again, writing);
    return;
  }
  if (isNewContent) tally.changed += 1;
  if (known.missingSince !== null) tally.back += 1;
  if (isNewContent && known.state === 'added') await writing.contentChanged(trx, known.id);
}

async function insert(trx: Trx, inserts: BatchChanges['inserts'], writing: Writing): Promise<void> {
  if (inserts.length === 0) return;
  const { folderId, tally } = writing;
  const paths = inserts.map(({ found }) => found.path);
  const others = new Map((await repository.findItemsAt(trx, folderId, paths)).map((row) => [row.path, row]));
  const rows = inserts.flatMap(({ found, row }) => (others.has(found.path) ? [] : row));
  if (rows.length > 0) await repository.insertItems(trx, rows);
  tally.found += rows.length;
  for (const { found } of inserts) {
    const other = others.get(found.path);
    if (other) await convert(trx, { other, found }, writing);
  }
}

/** A file was replaced by a folder of the same name, or a folder by a file. */
async function convert(
  trx: Trx,
  { other, found }: { other: KnownItem; found: FoundEntry },
  writing: Writing,
): Promise<void> {
  writing.tally.converted.add(other.id);
  for (const planned of planUpdate(other, found, writing)) await update(trx, planned, writing);
}

async function newRow(
  item: FoundEntry,
  { folderId, now, naming, suggest }: Writing,
): Promise<Insertable<LibraryItemsTable>> {
  const known = item.extra ? undefined : await suggest?.({ folderId, ...item });
  return {
    id: newId(),
    folderId,
    path: item.path,
    ...filesOf(item),
    sampleSha256: null,
    state: 'found',
    ...naming.namesOf(item),
    ...(known && namesOfExport(known)),
    ...extraColumns(item),
    problem: null,
    foundAt: now,
    missingSince: null,
  };
}
