// Digests of samples of items: enough to recognize a file that was moved without reading all of it.
import { type FolderEyes, samplesWithinMs } from '../folder-thread.ts';
import type { FolderRow } from '../folders.repository.ts';
import {
  defaultWalkRules,
  FolderUnavailableError,
  type FoundItem,
  ItemMissingError,
} from '../walk/scan-types.ts';
import { listMembers } from '../walk/walk-folder.ts';

type Item = Pick<FoundItem, 'path' | 'kind' | 'size'>;

interface Reading {
  eyes: FolderEyes;
  signal: AbortSignal;
}

/** Of an item with more files, only the first ones are read. */
const maxFiles = 20;

/** The others wait for a folder that does not answer. */
const rules = { ...defaultWalkRules, answerWithinMs: samplesWithinMs };

/**
 * Returns undefined for items that can't be read, and for files whose size is not the expected one.
 * @throws FolderNotRespondingError, or the reason of the signal
 */
export async function sampleItems(
  { eyes, signal }: Reading,
  folder: Pick<FolderRow, 'path'>,
  items: readonly Item[],
): Promise<(string | undefined)[]> {
  try {
    const files: string[][] = [];
    for (const item of items) files.push(await filesOf(folder, item, signal));
    const samples = await eyes.samples(folder.path, files);
    return items.map(({ kind, size }, index) => {
      const sample = samples[index];
      const isExpected = sample !== undefined && sample.size > 0 && (kind !== 'file' || sample.size === size);
      return isExpected ? sample.sha256 : undefined;
    });
  } catch (error) {
    signal.throwIfAborted();
    if (isOfFileSystem(error)) return items.map(() => undefined);
    throw error;
  }
}

async function filesOf(folder: Pick<FolderRow, 'path'>, item: Item, signal: AbortSignal): Promise<string[]> {
  if (item.kind === 'file') return [item.path];
  const place = { path: folder.path, excluded: [] };
  const base = item.kind === 'folder' ? `${item.path}/` : item.path.replace(/[^/]*$/, '');
  try {
    for await (const { members } of listMembers(place, item, rules, signal)) {
      if (members.length > 0) return members.slice(0, maxFiles).map(({ path }) => base + path);
    }
  } catch (error) {
    if (!(error instanceof ItemMissingError)) throw error;
  }
  return [];
}

/** Errors of the file system have a code. Anything else is a bug. */
function isOfFileSystem(error: unknown): boolean {
  return error instanceof FolderUnavailableError || (error instanceof Error && 'code' in error);
}
