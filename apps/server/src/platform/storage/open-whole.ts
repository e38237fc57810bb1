import { FileMissingError, type Storage, type StoredFile } from './storage.ts';

/**
 * Opens a stored file for sending. A file with a different size was truncated or changed, and must not be sent as the whole
 * file.
 * @throws FileMissingError, UnreadableError
 */
export async function openWhole(storage: Storage, key: string, size: number): Promise<StoredFile> {
  const file = await storage.openFile(key);
  if (file.size === size) return file;
  await file.close();
  throw new FileMissingError(`the stored file has ${file.size} bytes instead of ${size}`);
}
