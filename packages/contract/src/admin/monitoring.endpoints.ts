import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { providerId } from '../games/metadata.ts';
import { bytes, named, time } from '../text.ts';
import { checkKind } from './storage.endpoints.ts';

// The health of the server and of everything it depends on, for admins.

/** `warning`: something does not work as it should. `problem`: people notice, or soon will. */
const healthState = z.enum(['ok', 'warning', 'problem']);
export type HealthState = z.infer<typeof healthState>;

/** The state of one part. `problem` is the reason for any state other than `ok`. */
function part<const Problems extends readonly [string, ...string[]], Facts extends z.ZodRawShape>(
  problems: Problems,
  facts: Facts,
) {
  return z.object({ state: healthState, problem: z.enum(problems).nullable(), ...facts });
}

/** `disk_low` and `disk_full` are about the disk with the SQLite file. */
const databaseHealth = part(['disk_full', 'disk_low'], {
  engine: z.enum(['sqlite', 'postgres']),
  sizeBytes: bytes,
});

const storageHealth = part(['away', 'full', 'low', 'files_broken', 'check_failed'], {
  kind: z.enum(['disk', 's3']),
  /** Null if the storage is away or has no limit. */
  freeBytes: bytes.nullable(),
  /** The last file check, and how many missing or damaged files it found that are still broken. */
  lastCheck: z.object({ kind: checkKind, endedAt: time, broken: z.int().nonnegative() }).nullable(),
});

const mailHealth = part(['stuck', 'failed', 'no_server'], {
  /** A mail server is configured. */
  isDelivering: z.boolean(),
  /** At most `healthLimits.mailCount`, like `failed`. */
  waiting: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  /** When the oldest email was written that was neither sent nor filed in the outbox folder. */
  oldestWaitingAt: time.nullable(),
});

const providerHealth = part(['paused', 'failing', 'key_unreadable'], {
  id: providerId,
  name: z.string(),
  /** All required keys are set. A provider without them is not asked. */
  isConfigured: z.boolean(),
  lastSuccessAt: time.nullable(),
  pausedUntil: time.nullable(),
});

export const jobHealth = part(['failing', 'late'], {
  name: z.string(),
  isRunning: z.boolean(),
  lastSuccessAt: time.nullable(),
  nextRunAt: time,
  /** The message of the last run, if it failed. */
  error: z.string().nullable(),
});
export type JobHealth = z.infer<typeof jobHealth>;

/** `failed` and `verification_failed` are about the last one. `none`: there is no backup, and none is scheduled. */
const backupHealth = part(['failed', 'verification_failed', 'late', 'none'], {
  isRunning: z.boolean(),
  /** The last backup that succeeded. */
  last: z.object({ endedAt: time, totalBytes: bytes }).nullable(),
  /** Null if none is scheduled. */
  nextAt: time.nullable(),
  /** The message of the backup or verification that failed. */
  error: z.string().nullable(),
});

/**
 * `away`: clamd can't be reached. `found`: files are quarantined. `outdated`: the signatures are older than
 * `healthLimits.signaturesOldMs`. `limits_hidden`: clamd does not say when it has not looked at everything.
 */
const virusScanHealth = part(['found', 'away', 'outdated', 'limits_hidden'], {
  /** The answer of clamd to the question for its version. Null if it is away. */
  version: z.string().nullable(),
  signaturesAt: time.nullable(),
  quarantined: z.int().nonnegative(),
  waiting: z.int().nonnegative(),
});

const systemHealth = named('SystemHealth', {
  database: databaseHealth,
  storage: storageHealth,
  mail: mailHealth,
  /** The enabled providers in search order. */
  providers: z.array(providerHealth),
  jobs: z.array(jobHealth),
  backup: backupHealth,
  /** Null if virus scanning is off and no file is quarantined. */
  virusScans: virusScanHealth.nullable(),
  /** The process that answered; others may serve the same library. */
  server: z.object({ version: z.string(), nodeVersion: z.string(), host: z.string(), startedAt: time }),
});
export type SystemHealth = z.infer<typeof systemHealth>;

export const monitoringEndpoints = {
  getHealth: endpoint('GET', '/api/admin/health', 'admin', {
    summary: 'The state of the database, storage, emails, metadata providers and background jobs',
    response: systemHealth,
  }),
  metrics: endpoint('GET', '/metrics', 'monitor', {
    summary: 'Metrics of this process and its library, in the text format of Prometheus',
    produces: 'text/plain',
  }),
};
