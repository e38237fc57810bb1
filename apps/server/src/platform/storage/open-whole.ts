// Opens a stored file that is to be sent. Used by the downloads and the cheat files.
import { FileMissingError, type Storage, type StoredFile } from './storage.ts';

/** One of another size was cut or changed by somebody else: sent, it would pass for whole. @throws FileMissingError */
export async function openWhole(storage: Storage, key: string, size: number): Promise<StoredFile> {
  const file = await storage.openFile(key).catch((error) => {
    throw error.code === 'EISDIR'
      ? new FileMissingError('a folder is in the place of the stored file')
      : error;
  });
  if (file.size === size) return file;
  await file.close();
  throw new FileMissingError(`the stored file has ${file.size} bytes instead of ${size}`);
}
