// Liveness and readiness, for containers and proxies.
import { NewerLibraryError, refuseNewerLibrary } from '#db/migrate.ts';
import type { Db } from '#db/schema.ts';
import { withinMs } from '#platform/call-limits.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Drain } from './drain.ts';
import { AppError } from './errors.ts';
import type { Router } from './route.ts';

interface Deps {
  db: Db;
  storage: Storage;
  drain: Drain;
}

/** The result of a check is reused for this time, because anyone may call this endpoint as often as they like. */
const freshMs = 2000;
/** A longer check counts as failed. It continues, and no other check begins until it ends. */
const answerMs = 5000;

type State = 'ok' | 'full';

export function healthRoutes(router: Router, { db, storage, drain }: Deps): void {
  let latest: Promise<State> | undefined;
  /** Undefined while a check is running. */
  let checkedAt: number | undefined;

  function checkAll(): Promise<State> {
    if (latest && (checkedAt === undefined || performance.now() - checkedAt < freshMs)) return latest;
    checkedAt = undefined;
    latest = checkOnce().finally(() => {
      checkedAt = performance.now();
    });
    return latest;
  }

  async function checkOnce(): Promise<State> {
    // Also shows whether the database answers.
    await refuseNewerLibrary(db);
    const isFull = ((await storage.freeBytes()) ?? 1) <= 0;
    // The check writes a file, which would fail on a full disk.
    if (!isFull) await storage.check();
    return isFull ? 'full' : 'ok';
  }

  router.mount('health', async () => ({ status: 'ok' as const }));

  router.mount('ready', async ({ request }) => {
    if (drain.isStopping()) throw new AppError('unavailable', 'The server is stopping.');
    try {
      const state = await withinMs(answerMs, checkAll());
      return { status: state === 'ok' ? 'ok' : 'degraded', database: 'ok', storage: state } as const;
    } catch (error) {
      request.log.error({ err: error }, 'the server is not ready');
      const isNewer = error instanceof NewerLibraryError;
      throw new AppError(
        'unavailable',
        isNewer ? 'A newer version of Cellar uses this library.' : 'Database or storage does not answer.',
      );
    }
  });
}
