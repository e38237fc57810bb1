// The files of a set or folder, as they are listed for its ZIP, to be downloaded one by one.
import { hash } from 'node:crypto';
import { foldText } from '@cellar/contract/rules/sort.ts';
import type { Db } from '#db/schema.ts';
import { createYielder } from '#platform/event-loop.ts';
import { type ItemFile, listItemFiles } from './in-place.repository.ts';

/** What is known about a file when it was listed. */
export type SingleFile = Pick<ItemFile, 'id' | 'path' | 'size' | 'modifiedAt' | 'sha256'>;

export interface SingleFilesQuery {
  /** A position. */
  from: number;
  limit: number;
  /** A part of the path, or empty. */
  search: string;
}

interface SingleFilesPage {
  files: SingleFile[];
  /** The position to continue from. Null at the end. */
  next: number | null;
}

const rowsAtOnce = 500;
/** A request examines at most this many files. The next one continues. */
const examinedAtOnce = 50_000;
/** Characters of 6 bits: enough that no two paths have the same id. */
const idLength = 22;

/** An id that follows from the path. Unlike a path, it has the same form in every address. */
export function singleFileId(path: string): string {
  return hash('sha256', path, 'base64url').slice(0, idLength);
}

/** False for links and empty folders. */
export function isSingleFile({ path, target }: ItemFile): boolean {
  return target === null && !path.endsWith('/');
}

/** Returns the files whose paths contain the text, without regard to case and diacritics. */
export async function findSingleFiles(
  db: Db,
  itemId: string,
  { from, limit, search }: SingleFilesQuery,
): Promise<SingleFilesPage> {
  const yieldIfDue = createYielder();
  const wanted = foldText(search);
  const files: SingleFile[] = [];
  for (let at = from; at - from < examinedAtOnce; ) {
    const rows = await listItemFiles(db, itemId, at, wanted ? rowsAtOnce : limit + 1);
    for (const row of rows) {
      if (files.length === limit) return { files, next: row.position };
      if (isSingleFile(row) && foldText(row.path).includes(wanted)) files.push(row);
      at = row.position + 1;
    }
    if (rows.length < (wanted ? rowsAtOnce : limit + 1)) return { files, next: null };
    await yieldIfDue();
  }
  return { files, next: from + examinedAtOnce };
}
