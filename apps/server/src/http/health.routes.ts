// Liveness and readiness, for containers and proxies.
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { AppError } from './errors.ts';
import type { Router } from './route.ts';

interface Deps {
  // biome-ignore lint/suspicious/noExplicitAny: asks the database itself, not one of its tables
  db: Kysely<any>;
  /** @throws when storage can't be written to */
  checkStorage(): Promise<void>;
}

/** However often it is asked: one look at the disk in this time. */
const freshMs = 2000;

export function healthRoutes(router: Router, { db, checkStorage }: Deps): void {
  let look: { at: number; outcome: Promise<void> } | undefined;

  function checkAll(): Promise<void> {
    if (!look || Date.now() - look.at > freshMs) look = { at: Date.now(), outcome: checkOnce() };
    return look.outcome;
  }

  async function checkOnce(): Promise<void> {
    await sql`select 1`.execute(db);
    await checkStorage();
  }

  router.mount('health', async () => ({ status: 'ok' as const }));

  router.mount('ready', async ({ request }) => {
    try {
      await checkAll();
    } catch (error) {
      request.log.error({ err: error }, 'not ready');
      throw new AppError('unavailable', 'Database or storage does not answer.');
    }
    return { status: 'ok', database: 'ok', storage: 'ok' } as const;
  });
}
