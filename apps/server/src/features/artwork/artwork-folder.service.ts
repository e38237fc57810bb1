// The folder of pictures as a whole: drafts that are being written or were left behind, and what it takes up.
// Used by temp-files and by the storage check.
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A picture gets its name when it is whole; until then it has this one. */
const draftName = /^[A-Za-z0-9_-]{8,64}\.tmp$/;

export interface ArtworkDraft {
  name: string;
  size: number;
  createdAt: Date;
  modifiedAt: Date;
}

export type ArtworkFolder = ReturnType<typeof createArtworkFolder>;

export function createArtworkFolder(dataDir: string) {
  const folder = join(dataDir, 'artwork');

  const names = (): Promise<string[]> =>
    readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  /** Undefined for what is gone, and for what is no file. */
  const inspect = async (name: string) => {
    const info = await lstat(join(folder, name)).catch(() => undefined);
    return info?.isFile() ? info : undefined;
  };

  return {
    async listDrafts(): Promise<ArtworkDraft[]> {
      const drafts: ArtworkDraft[] = [];
      for (const name of (await names()).filter((found) => draftName.test(found))) {
        const info = await inspect(name);
        if (!info) continue;
        const createdAt = info.birthtimeMs > 0 ? info.birthtime : info.mtime;
        drafts.push({ name, size: info.size, createdAt, modifiedAt: info.mtime });
      }
      return drafts;
    },

    /** Idempotent. */
    async removeDraft(name: string): Promise<void> {
      if (!draftName.test(name)) throw new Error('not a draft');
      await rm(join(folder, name), { force: true });
    },

    /** One after the other: there may be several hundred thousand. */
    async measure(signal?: AbortSignal): Promise<{ files: number; bytes: number }> {
      const total = { files: 0, bytes: 0 };
      for (const name of await names()) {
        signal?.throwIfAborted();
        const info = await inspect(name);
        if (!info) continue;
        total.files += 1;
        total.bytes += info.size;
      }
      return total;
    },
  };
}
