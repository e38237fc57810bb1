// The copies that a verification has found damaged. They stay, because the fault may lie in the connection to the disk and not in
// the file. The next backup reads them again, and replaces those that are still damaged.
import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import type { Entry } from './entries.ts';
import type { Documents } from './place/documents.ts';

const document = 'damaged.json';
const namesShape = z.array(z.string());

export async function recordDamaged(documents: Documents, names: string[]): Promise<void> {
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
