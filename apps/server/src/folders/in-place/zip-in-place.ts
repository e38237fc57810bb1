// The ZIP of a set or folder, which is built while it is read.
import { lstat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { readingError } from '#platform/storage/disk/disk-errors.ts';
import type { RunOnDisk } from '#platform/storage/disk/read-range.ts';
import { FileChangedError, type StoredFile } from '#platform/storage/storage.ts';
import { MemberChangedError, type OpenMember, openUnchanged } from '#platform/zip/open-member.ts';
import type { ZipLayout } from '#platform/zip/zip-layout.ts';
import { createZipSource } from '#platform/zip/zip-source.ts';
import { openFileAt } from './file-in-place.ts';
import type { ItemInPlace, ItemZip } from './in-place.repository.ts';

/** Returns the path of a member relative to the library folder. */
export function pathOfMember({ kind, path }: Pick<ItemInPlace, 'kind' | 'path'>, member: string): string {
  return posix.join(kind === 'folder' ? path : posix.dirname(path), member);
}

export function memberOpener(
  { item, zip }: { item: ItemInPlace; zip: Pick<ItemZip, 'topFolder'> },
  run: RunOnDisk,
  layout: ZipLayout,
): OpenMember {
  const start = zip.topFolder === '' ? 0 : zip.topFolder.length + 1;
  return (index) => {
    const path = pathOfMember(item, layout.path(index).slice(start));
    return openFileAt({ run, folderPath: item.folderPath, path });
  };
}

/**
 * Opens the ZIP for sending. All checksums of the layout must be known.
 * @throws FileMissingError, FileChangedError, also while it is read, UnreadableError, StorageUnavailableError
 */
export async function openZipInPlace(
  { item, zip }: { item: ItemInPlace; zip: ItemZip },
  run: RunOnDisk,
  layout: ZipLayout,
): Promise<StoredFile> {
  const open = memberOpener({ item, zip }, run, layout);
  // The answer can still be an error now, but not once the first byte is sent.
  await run(
    () => requireItem(item),
    () => undefined,
  );
  await tryFirstMember(layout, open);
  const source = createZipSource(layout, open);
  return {
    ...source,
    async *stream(range, signal) {
      try {
        yield* source.stream(range, signal);
      } catch (error) {
        throw asFileChanged(error);
      }
    },
  };
}

/** @throws FileMissingError if nothing is left at the item's path */
async function requireItem({ folderPath, path }: ItemInPlace): Promise<void> {
  await lstat(join(folderPath, ...path.split('/'))).catch((error) => {
    throw readingError(error);
  });
}

async function tryFirstMember(layout: ZipLayout, open: OpenMember): Promise<void> {
  if (layout.count === 0 || !layout.isFile(0)) return;
  try {
    await (await openUnchanged(layout, open, 0)).close();
  } catch (error) {
    throw asFileChanged(error);
  }
}

/** Converts the error of a member. */
export function asFileChanged(error: unknown): unknown {
  if (!(error instanceof MemberChangedError)) return error;
  return new FileChangedError(error.message, { cause: error });
}
