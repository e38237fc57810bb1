// A second file of the same bytes, in no room of its own where the filesystem can do that. Used by disk-storage.ts.
import { constants } from 'node:fs';
import { copyFile, link, open } from 'node:fs/promises';
import { flushFile } from './flush-file.ts';

/** What a filesystem answers that knows no hard links, or allows no more of them for this file (65,000 on ext4). */
const noLink = ['EMLINK', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV'];

/**
 * Its bytes are flushed, its folder is not. Gives the file to go on from: after a copy that is the copy, since what
 * could not be linked once can't be the next time.
 */
export async function linkOrCopy(source: string, target: string): Promise<string> {
  try {
    await link(source, target);
    return source;
  } catch (error) {
    if (!noLink.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const file = await open(target, 'r+');
  try {
    await flushFile(file.fd, { dataOnly: true });
  } finally {
    await file.close();
  }
  return target;
}
