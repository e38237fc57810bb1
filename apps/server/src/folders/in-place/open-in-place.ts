// Opens a file of a library folder, whose content Cellar does not control: other programs may replace any part of a path with a
// symbolic link, a pipe or a device, at any time.
import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readingError } from '#platform/storage/disk/disk-errors.ts';
import { FileMissingError } from '#platform/storage/storage.ts';

/** Neither follows a link in the last part of the path, nor waits for the writer of a pipe. Windows has neither flag. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A link in the last part of the path, or a socket. */
const notFileCodes = ['ELOOP', 'EMLINK', 'ENXIO'];

/**
 * Opens a regular file for reading. The descriptor is compared with the path after the opening, so that a link that appears in
 * the meantime leads to an error and never to another file. What is not a regular file at exactly this path counts as missing.
 * The caller closes the handle.
 * @param folderPath the library folder: absolute, without symbolic links
 * @param relativePath the path below it, separated by `/`
 * @throws FileMissingError, UnreadableError, StorageUnavailableError
 */
export async function openInPlace(folderPath: string, relativePath: string): Promise<FileHandle> {
  const steps = relativePath.split('/');
  if (steps.some((step) => step === '' || step === '.' || step === '..') || relativePath.includes('\0')) {
    throw new FileMissingError('the path leads out of the library folder');
  }
  const path = join(folderPath, ...steps);
  const file = await open(path, flags).catch(throwReading);
  try {
    // Opening a folder succeeds, and so does opening a pipe or a device.
    if (!(await file.stat()).isFile()) throw new FileMissingError('this is not a regular file');
    if (!(await isAt(file, path))) throw new FileMissingError('a symbolic link is part of the path');
    return file;
  } catch (error) {
    await file.close();
    return throwReading(error);
  }
}

/** Returns whether the open file is the one at this path, without a symbolic link in any part of the path. */
async function isAt(file: FileHandle, path: string): Promise<boolean> {
  // Linux tells where an open file is. Bytes are compared, since different invalid UTF-8 becomes the same text.
  if (process.platform === 'linux') {
    const link = await readlink(`/proc/self/fd/${file.fd}`, { encoding: 'buffer' });
    return link.equals(Buffer.from(path));
  }
  if ((await realpath(path)) !== path) return false;
  const [opened, found] = await Promise.all([file.stat({ bigint: true }), stat(path, { bigint: true })]);
  return opened.dev === found.dev && opened.ino === found.ino;
}

function throwReading(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (notFileCodes.includes(code)) throw new FileMissingError('this is not a regular file', { cause: error });
  throw readingError(error);
}
