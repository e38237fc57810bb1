// Removes stored files that the database does not know. Only an admin can choose them; none is removed automatically.

import type { RemoveOrphansResponse } from '@cellar/contract/admin/storage.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import type { Clock } from '#platform/clock.ts';
import { FileMissingError, type Storage } from '#platform/storage/storage.ts';
import type { AuditService } from '../audit.service.ts';
import { orphanAgeMs } from './check-result.ts';
import { deleteProblem, findLastCheck, isOrphanOf } from './storage-checks.repository.ts';
import { listKnownKeys } from './stored-files.repository.ts';

interface Deps {
  db: Db;
  storage: Storage;
  audit: AuditService;
  clock: Clock;
  log: FastifyBaseLogger;
}

type Reason = RemoveOrphansResponse['spared'][number]['reason'];

export type OrphansService = ReturnType<typeof createOrphansService>;

export function createOrphansService({ db, storage, audit, clock, log }: Deps) {
  /** Returns the number of bytes freed, or the reason for keeping the file. */
  async function remove(key: string, checkId: string): Promise<number | Reason> {
    if (!(await isOrphanOf(db, checkId, key))) return 'gone';
    const found = await inspect(key);
    if (!found) {
      await deleteProblem(db, checkId, key);
      return 'gone';
    }
    if (clock.now().getTime() - found.modifiedAt.getTime() <= orphanAgeMs) return 'recent';
    // Checked last, directly before the deletion.
    if ((await listKnownKeys(db, [key])).size > 0) return 'known';
    await storage.deleteFile(key);
    await deleteProblem(db, checkId, key);
    return found.size;
  }

  async function inspect(key: string): Promise<{ size: number; modifiedAt: Date } | undefined> {
    try {
      const file = await storage.openFile(key);
      await file.close();
      return file;
    } catch (error) {
      if (error instanceof FileMissingError) return undefined;
      throw error;
    }
  }

  return {
    /** Removes only files that the last check found. */
    async removeOrphans(admin: { email: string }, keys: string[]): Promise<RemoveOrphansResponse> {
      const checkId = (await findLastCheck(db))?.id ?? '';
      const removed: string[] = [];
      const spared: RemoveOrphansResponse['spared'] = [];
      let freedBytes = 0;
      for (const key of new Set(keys)) {
        const outcome = await remove(key, checkId);
        if (typeof outcome === 'string') {
          spared.push({ key, reason: outcome });
          continue;
        }
        removed.push(key);
        freedBytes += outcome;
      }
      if (removed.length > 0) {
        const detail = `${removed.length}, ${formatBytes(freedBytes)}`;
        await audit.write(db, { action: 'orphans_removed', actor: admin.email, detail });
        log.info({ keys: removed, freedBytes }, 'orphans removed');
      }
      const word = removed.length === 1 ? 'file' : 'files';
      return {
        message: `Removed ${removed.length} ${word} (${formatBytes(freedBytes)})`,
        removed,
        freedBytes,
        spared,
      };
    },
  };
}
