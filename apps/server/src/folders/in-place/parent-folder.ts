// Reaches an entry of a library folder through its open parent folder, so that no part of the path can be replaced by a
// symbolic link in between. Node has no unlinkat(2), but Linux offers the open folder as a path.
import { constants } from 'node:fs';
import { open, readlink, realpath } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { FileMissingError } from '#platform/storage/storage.ts';

/**
 * Runs `work` with a path to the entry that is valid only until `work` has ended.
 * @param folderPath the library folder: absolute, without symbolic links
 * @param relativePath the path of the entry below it, separated by `/`
 * @throws FileMissingError if a part of the path is a symbolic link
 */
export async function withParentOf(
  folderPath: string,
  relativePath: string,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const steps = relativePath.split('/');
  if (steps.some((step) => step === '' || step === '.' || step === '..'))
    throw new FileMissingError('the path leads out of the library folder');
  const parent = join(folderPath, ...steps.slice(0, -1));
  const name = posix.basename(relativePath);
  if (process.platform !== 'linux') {
    if ((await realpath(parent)) !== parent)
      throw new FileMissingError('a symbolic link is part of the path');
    return work(join(parent, name));
  }
  const folder = await open(parent, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const opened = `/proc/self/fd/${folder.fd}`;
    const actual = await readlink(opened, { encoding: 'buffer' });
    if (!actual.equals(Buffer.from(parent)))
      throw new FileMissingError('a symbolic link is part of the path');
    await work(join(opened, name));
  } finally {
    await folder.close();
  }
}
