// Pictures we keep: content-addressed, so that a name never changes its picture and can be cached for ever.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { newId } from '#platform/tokens.ts';

export type ArtworkService = ReturnType<typeof createArtworkService>;

export function createArtworkService(dataDir: string) {
  const folder = join(dataDir, 'artwork');

  return {
    /** Keeps a WebP picture of ours and gives its name. Idempotent. */
    async keep(picture: Buffer): Promise<string> {
      const name = `${createHash('sha256').update(picture).digest('hex')}.webp`;
      await mkdir(folder, { recursive: true });
      const draft = join(folder, `${newId()}.tmp`);
      const file = await open(draft, 'w', 0o640);
      try {
        await file.writeFile(picture);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(draft, join(folder, name));
      return name;
    },

    /** `name` has been checked by the contract: a digest and `.webp`. */
    async open(name: string): Promise<{ size: number; stream: () => Readable } | undefined> {
      const path = join(folder, name);
      const info = await stat(path).catch(() => undefined);
      return info && { size: info.size, stream: () => createReadStream(path) };
    },
  };
}
