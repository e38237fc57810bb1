// The status of each metadata provider: last success, last failure, pause. All nodes share it.
import type { ProviderId } from '@cellar/contract/games/metadata.ts';
import { sql } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { MetadataProvidersTable } from '#games/tables.ts';
import { type Clock, isoAt, longestPauseMs } from '#platform/clock.ts';

export type ProviderStatus = MetadataProvidersTable;

/** Returns whether the provider may not be asked now. */
export function isPaused({ pausedUntil }: Pick<ProviderStatus, 'pausedUntil'>, clock: Clock): boolean {
  return pausedUntil !== null && pausedUntil > isoAt(clock) && pausedUntil <= isoAt(clock, longestPauseMs);
}

export async function listStatuses(db: Db): Promise<ProviderStatus[]> {
  return db.selectFrom('metadataProviders').selectAll().execute();
}

export async function getStatus(db: Db, id: ProviderId): Promise<ProviderStatus> {
  return db.selectFrom('metadataProviders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Records a success. If no failure preceded it, only now and then, because a scan makes thousands of requests. */
export async function recordSuccess(db: Db, id: ProviderId, now: string, recently: string): Promise<void> {
  await db
    .updateTable('metadataProviders')
    .set({
      lastSuccessAt: now,
      failures: 0,
      // Keeps the pause of a 429 even if an earlier request succeeds afterwards.
      pausedUntil: sql`case when "lastErrorKind" = 'rate_limited' then "pausedUntil" end`,
    })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('lastSuccessAt', 'is', null), eb('lastSuccessAt', '<', recently), eb('failures', '>', 0)]),
    )
    .execute();
}

interface Failure {
  lastErrorAt: string;
  lastErrorKind: string;
  lastError: string;
  pausedUntil: string | null;
}

/** Records a failure. Of two pauses, the longer one is kept. */
export async function recordFailure(db: Db, id: ProviderId, failure: Failure): Promise<void> {
  const { pausedUntil, ...rest } = failure;
  await db
    .updateTable('metadataProviders')
    .set({
      ...rest,
      // A failure during a pause is not counted again.
      failures: sql`case when "pausedUntil" > ${failure.lastErrorAt} then "failures" else "failures" + 1 end`,
      pausedUntil: pausedUntil
        ? sql`case when "pausedUntil" > ${pausedUntil} then "pausedUntil" else ${pausedUntil} end`
        : sql`"pausedUntil"`,
    })
    .where('id', '=', id)
    .execute();
}

export async function endPauses(db: Db, ids: ProviderId[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('metadataProviders')
    .set({ failures: 0, pausedUntil: null })
    .where('id', 'in', ids)
    .execute();
}
