// What the services of all houses build on. A service names what it needs: `interface Deps extends Pick<Base, 'db' | 'clock'>`.
import type { FastifyBaseLogger } from 'fastify';
import type { Stamp, Unflushed } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import type { Clock } from './clock.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { SecretBox } from './secret-box.ts';
import type { Storage } from './storage/storage.ts';

export interface Base {
  db: Db;
  /** For reads that take long. */
  longReads: Db;
  /** For transactions that change thousands of rows. */
  longWrites: Db;
  stamp: Stamp;
  unflushed: Unflushed;
  clock: Clock;
  log: FastifyBaseLogger;
  storage: Storage;
  limiter: RateLimiter;
  box: SecretBox;
  publicUrl: string;
}
