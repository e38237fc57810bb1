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

export function healthRoutes(router: Router, { db, checkStorage }: Deps): void {
  router.mount('health', async () => ({ status: 'ok' as const }));

  router.mount('ready', async ({ request }) => {
    try {
      await sql`select 1`.execute(db);
      await checkStorage();
    } catch (error) {
      request.log.error({ err: error }, 'not ready');
      throw new AppError('unavailable', 'Database or storage does not answer.');
    }
    return { status: 'ok', database: 'ok', storage: 'ok' } as const;
  });
}
