// Makes a second file with the same bytes, as a hard link if the filesystem supports it.
import { constants } from 'node:fs';
import { copyFile, link, open } from 'node:fs/promises';
import { flushFile } from './flush.ts';

/** Errors of filesystems without hard links, or with no more of them for this file (65,000 on ext4). */
const noLink = ['EMLINK', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV'];

/**
 * Flushes the bytes, but not the folder. Returns the source for the next copy: `target` after a copy, because `source` may
 * have all the links it can have.
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
