// Makes a second file with the same bytes: a hard link if the filesystem supports it, otherwise a copy.
import { constants } from 'node:fs';
import { copyFile, link, open } from 'node:fs/promises';
import { flushFile } from './flush.ts';

/** The errors of filesystems without hard links, or if the file has as many as it can have (65,000 on ext4). */
const noLink = ['EMLINK', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV'];

/**
 * Flushes the bytes, but not the folder. Returns the source for the next copy: `target` after a copy, because `source` may
 * have reached its maximum number of links.
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
