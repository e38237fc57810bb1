// Liveness and readiness, for containers and proxies.
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { AppError } from './errors.ts';
import type { Router } from './route.ts';

interface Deps {
  // biome-ignore lint/suspicious/noExplicitAny: asks the database itself, not one of its tables
  db: Kysely<any>;
  storage: {
    /** @throws when it can't be written to */
    check(): Promise<void>;
    /** Below 0 when nothing more is taken in. */
    freeBytes(): Promise<number | undefined>;
  };
}

/** However often it is asked: one look at the disk in this time. */
const freshMs = 2000;

type State = 'ok' | 'full';

export function healthRoutes(router: Router, { db, storage }: Deps): void {
  let look: { at: number; outcome: Promise<State> } | undefined;

  function checkAll(): Promise<State> {
    if (!look || Date.now() - look.at > freshMs) look = { at: Date.now(), outcome: checkOnce() };
    return look.outcome;
  }

  async function checkOnce(): Promise<State> {
    await sql`select 1`.execute(db);
    const isFull = ((await storage.freeBytes()) ?? 1) <= 0;
    // On a full disk there may be no room even for what the check writes.
    if (!isFull) await storage.check();
    return isFull ? 'full' : 'ok';
  }

  router.mount('health', async () => ({ status: 'ok' as const }));

  router.mount('ready', async ({ request }) => {
    try {
      const state = await checkAll();
      return { status: state === 'ok' ? 'ok' : 'degraded', database: 'ok', storage: state } as const;
    } catch (error) {
      request.log.error({ err: error }, 'not ready');
      throw new AppError('unavailable', 'Database or storage does not answer.');
    }
  });
}
