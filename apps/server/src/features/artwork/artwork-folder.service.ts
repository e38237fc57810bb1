// The folder of pictures as a whole, for the pages on temporary files and storage: its drafts and its total size.
import { lstat, opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The name of a picture's file while it is being written. */
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

  /** Yields one entry at a time: an older version may have left a million pictures here. */
  async function* entriesOf(path: string) {
    const entries = await opendir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    yield* entries;
  }

  /** Yields the paths of all pictures and drafts. */
  async function* filePaths() {
    for await (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) yield path;
      else for await (const { name } of entriesOf(path)) yield join(path, name);
    }
  }

  /** Returns undefined if the path no longer exists or is not a file. */
  const inspect = async (path: string) => {
    const info = await lstat(path).catch(() => undefined);
    return info?.isFile() ? info : undefined;
  };

  return {
    async listDrafts(): Promise<ArtworkDraft[]> {
      const drafts: ArtworkDraft[] = [];
      for await (const { name } of entriesOf(folder)) {
        const info = draftName.test(name) && (await inspect(join(folder, name)));
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

    /** Counts the files and their bytes, one file at a time: there may be several million. */
    async measure(signal?: AbortSignal): Promise<{ files: number; bytes: number }> {
      const total = { files: 0, bytes: 0 };
      for await (const path of filePaths()) {
        signal?.throwIfAborted();
        const info = await inspect(path);
        if (!info) continue;
        total.files += 1;
        total.bytes += info.size;
      }
      return total;
    },
  };
}
