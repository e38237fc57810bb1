// Asks a provider with care: not while it is paused, and remembers how it went. What it asks us to wait (429) is waited by
// everybody; after outages the pauses double. Used for every provider by metadata-settings.
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { FetchFailure } from '#platform/fetch-failure.ts';
import { waitFor } from '#platform/wait-for.ts';
import type { AskOptions, MetadataProvider, MetadataSource, ProviderOptions } from './provider.ts';
import { explain, ProviderFailure, tooSlow } from './provider-failure.ts';
import type { ProviderStatus } from './provider-status.repository.ts';
import * as repository from './provider-status.repository.ts';

/** A shorter pause is waited within the call. */
const shortPauseMs = 2_000;
const shortPauses = 2;
const firstPauseMs = 5_000;
const longestPauseMs = 30 * 60_000;
/** How exact the last success is. */
const recentlyMs = 60_000;

interface Deps {
  source: MetadataSource;
  db: Db;
  clock: Clock;
  /** After a 429 that names no time. */
  defaultPauseMs: number;
  /** It is asked somewhere else than at its own address. */
  isMirror: boolean;
}

export function guardProvider({ source, db, clock, defaultPauseMs, isMirror }: Deps): MetadataProvider {
  const { id, name } = source;

  async function refuseWhilePaused(isUrgent = false): Promise<void> {
    const { pausedUntil, lastErrorKind, lastError } = await repository.getStatus(db, id);
    if (!pausedUntil || pausedUntil <= isoAt(clock)) return;
    if (isUrgent && lastErrorKind !== 'rate_limited') return;
    throw new ProviderFailure(id, 'paused', lastError ?? `${name} is paused.`, pausedUntil);
  }

  /** Requests that were under way together fail together: the pause that the first has begun holds for all. */
  function pauseAfter(
    { kind, retryAfterMs }: FetchFailure,
    { failures, pausedUntil }: ProviderStatus,
  ): string {
    if (kind === 'rate_limited') return isoAt(clock, retryAfterMs ?? defaultPauseMs);
    if (pausedUntil && pausedUntil > isoAt(clock)) return pausedUntil;
    return isoAt(clock, Math.min(firstPauseMs * 2 ** Math.min(failures, 20), longestPauseMs));
  }

  async function remember(failure: FetchFailure): Promise<ProviderFailure> {
    const pausedUntil = pauseAfter(failure, await repository.getStatus(db, id));
    const message = explain(name, failure, isMirror);
    await repository.recordFailure(db, id, {
      ...{ lastErrorAt: isoAt(clock), lastErrorKind: failure.kind, lastError: message, pausedUntil },
    });
    return new ProviderFailure(id, failure.kind, message, pausedUntil);
  }

  /** A provider that says `wait a second` is asked again by ourselves. */
  async function patiently<Result>(call: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    for (let left = shortPauses; ; left -= 1) {
      try {
        return await call();
      } catch (error) {
        const waitMs = isRateLimit(error) ? (error.retryAfterMs ?? defaultPauseMs) : Number.POSITIVE_INFINITY;
        if (left === 0 || waitMs > shortPauseMs) throw error;
        await waitFor(waitMs, signal);
      }
    }
  }

  async function watch<Result>(call: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    try {
      const result = await patiently(call, signal);
      await repository.recordSuccess(db, id, isoAt(clock), isoAt(clock, -recentlyMs));
      return result;
    } catch (error) {
      throw error instanceof FetchFailure ? await remember(error) : error;
    }
  }

  async function ask<Result>(call: () => Promise<Result>, { isUrgent, signal }: AskOptions): Promise<Result> {
    await refuseWhilePaused(isUrgent);
    return watch(call, signal);
  }

  return {
    ...{ id, name, isConfigured: source.isConfigured },
    search: (title, options = {}) => ask(() => source.search(title, options), options),
    byId: (gameId, options = {}) => ask(() => source.byId(gameId, options), options),
    details: (gameId, options = {}) => ask(() => source.details(gameId, options), options),

    async check(options: ProviderOptions = {}) {
      try {
        await watch(() => source.ping(options), options.signal);
        await repository.endPauses(db, [id]);
        return { ok: true, message: `${name} answers.` };
      } catch (error) {
        if (error instanceof ProviderFailure) return { ok: false, message: error.message };
        if (options.signal?.aborted) return { ok: false, message: tooSlow(name) };
        throw error;
      }
    },
  };
}

function isRateLimit(error: unknown): error is FetchFailure {
  return error instanceof FetchFailure && error.kind === 'rate_limited';
}
