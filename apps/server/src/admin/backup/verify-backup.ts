// Reads all files of a backup again.

import { z } from 'zod';
import { UnreadableError } from '#platform/storage/storage.ts';
import { BackupError, type Documents, type Manifest } from './backup-documents.ts';
import type { BackupProgress } from './backup-progress.ts';
import { type Entry, isSmallerSize } from './entries.ts';
import type { BackupPlace } from './place/backup-place.ts';
import { factsOfEntry, readIndex } from './stored-entries.ts';

interface Verification {
  signal: AbortSignal;
  onProgress(progress: BackupProgress): void;
}

type Problem = Manifest['problems'][number];

/** Returns the missing and damaged files. The next backup copies them again. @throws BackupError if the list of files can't be parsed */
export async function verifyBackup(
  place: BackupPlace,
  { index, database, counts }: Manifest,
  { signal, onProgress }: Verification,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const check = async (entry: Entry) => {
    signal.throwIfAborted();
    const reason = await findProblem(place, entry, signal);
    if (reason) problems.push({ name: entry.name, reason });
  };
  await check({ kind: 'file', name: database.key, ...database });
  await check({ kind: 'file', name: index.key, ...index });
  if (problems.some(({ name }) => name === index.key)) return problems;
  const totals = { totalFiles: counts.files + counts.pictures, totalBytes: counts.bytes, copiedBytes: 0 };
  let [doneFiles, doneBytes] = [0, 0];
  for await (const entry of readIndex(place.files, index.key)) {
    await check(entry);
    if (!isSmallerSize(entry.name)) doneFiles += 1;
    if (entry.kind === 'file') doneBytes += entry.size;
    onProgress({ ...totals, doneFiles, doneBytes });
  }
  const damaged = problems.filter(({ reason }) => reason === 'damaged');
  await recordDamaged(
    place.documents,
    damaged.map(({ name }) => name),
  );
  return problems;
}

export async function findProblem(
  { files }: BackupPlace,
  entry: Entry,
  signal?: AbortSignal,
): Promise<Problem['reason'] | undefined> {
  try {
    const found = await factsOfEntry(files, entry, signal);
    if (!found) return 'missing';
    return found.size === entry.size && found.sha256 === entry.sha256 ? undefined : 'damaged';
  } catch (error) {
    if (error instanceof UnreadableError) return 'damaged';
    throw error;
  }
}

const document = 'damaged.json';
const namesShape = z.array(z.string());

/**
 * The copies that a verification has found damaged. They stay, because the fault may lie in the connection to the disk and not in
 * the file. The next backup reads them again, and replaces those that are still damaged.
 */
async function recordDamaged(documents: Documents, names: string[]): Promise<void> {
  await (names.length > 0 ? documents.write(document, JSON.stringify(names)) : forgetDamaged(documents));
}

export async function forgetDamaged(documents: Documents): Promise<void> {
  await documents.remove(document);
}

/** @throws BackupError if the record can't be parsed */
export async function readDamaged(documents: Documents): Promise<Set<string>> {
  const text = (await documents.read(document)) ?? '[]';
  try {
    return new Set(namesShape.parse(JSON.parse(text)));
  } catch {
    throw new BackupError('The record of the damaged files of the backup is damaged.');
  }
}

export async function* withoutDamaged(
  entries: AsyncIterable<Entry>,
  damaged: Set<string>,
): AsyncGenerator<Entry> {
  for await (const entry of entries) if (!damaged.has(entry.name)) yield entry;
}
