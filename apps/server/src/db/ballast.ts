// Room that is kept for a SQLite database: a file of a few megabytes beside it that is removed when the disk is full. What an
// admin then does to make room (logging in, deleting, cancelling) has to be written down first, and that takes some room.
import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync } from 'node:fs';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

const MiB = 1024 * 1024;
/** Of a disk that is small, a part of it. */
const mostBytes = 8 * MiB;
const leastPart = 1 / 16;

export type Ballast = ReturnType<typeof createBallast>;

export function createBallast(databasePath: string) {
  const path = `${databasePath}-ballast`;
  const folder = dirname(path);
  /** Bytes; 0 while there is none. */
  let held = 0;

  async function write(bytes: number): Promise<void> {
    const file = await open(path, 'w', 0o640);
    try {
      // Random: some filesystems keep no room for zeros.
      for (let at = 0; at < bytes; at += MiB) await file.write(randomBytes(Math.min(MiB, bytes - at)));
    } finally {
      await file.close();
    }
  }

  return {
    isHeld: () => held > 0,

    /** Makes it, where it is missing and there is plenty of room. */
    async keep(): Promise<void> {
      const { bavail, blocks, bsize } = await statfs(folder);
      const wanted = Math.floor(Math.min(mostBytes, blocks * bsize * leastPart));
      const { size = 0 } = (await stat(path).catch(() => undefined)) ?? {};
      if (size < wanted) {
        if (bavail * bsize < 4 * wanted) return;
        await write(wanted).catch(async (error) => {
          await rm(path, { force: true });
          throw error;
        });
      }
      held = wanted;
    },

    /** Before a write: removes it when hardly any other room is left. Returns whether it did. */
    release(): boolean {
      if (held === 0) return false;
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize > held / 4) return false;
      rmSync(path, { force: true });
      held = 0;
      return true;
    },
  };
}
