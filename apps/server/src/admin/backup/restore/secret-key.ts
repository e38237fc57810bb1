import { open, rename } from 'node:fs/promises';
import { keyPath } from '#platform/secret-box.ts';
import { flushFile, flushFolder } from '#platform/storage/disk/flush.ts';

/** Replaces the key of the empty library, which protects nothing yet. */
export async function writeSecretKey(dataDir: string, key: string): Promise<void> {
  const path = keyPath(dataDir);
  const file = await open(`${path}.restoring`, 'w', 0o600);
  try {
    await file.writeFile(key);
    await flushFile(file.fd);
  } finally {
    await file.close();
  }
  await rename(`${path}.restoring`, path);
  await flushFolder(dataDir);
}
