// All providers, each with its own limit of calls and its own pauses, and the order in which they are asked.

import type { ProviderId } from '@cellar/contract/games/metadata.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Base } from '#platform/base.ts';
import { type CallRule, createCallLimiter, waitFor } from '#platform/call-limits.ts';
import { isoAt, minuteMs } from '#platform/clock.ts';
import { type FailureKind, FetchFailure } from '#platform/fetch-failure.ts';
import type { HttpClient } from '#platform/http-client.ts';
import type { MetadataKeys } from '../settings/metadata-keys.service.ts';
import { createIgdb, igdbPace } from './igdb.ts';
import type { TwitchKeys } from './igdb-token.ts';
import {
  type AskOptions,
  explain,
  limitedCalls,
  type MetadataProvider,
  type MetadataSource,
  ProviderFailure,
  tooSlow,
} from './provider.ts';
import type { ProviderStatus } from './provider-status.repository.ts';
import * as repository from './provider-status.repository.ts';
import { createRawg, rawgPace } from './rawg.ts';
import { createSteam, steamPace } from './steam.ts';
import { steamItemsPace } from './steam-items.ts';

export type ProvidersService = ReturnType<typeof createProvidersService>;

interface Deps extends Pick<Base, 'db' | 'clock'> {
  http: HttpClient;
  keys: MetadataKeys;
  settings: SettingsService;
  fromEnvironment: { order?: ProviderId[]; urls: Partial<Record<ProviderId | 'igdbAuth', string>> };
}

/** The pause after a 429 without Retry-After. Steam counts requests over 5 minutes, IGDB over one second. */
const defaultPauseMs = { steam: 5 * 60_000, igdb: 1_000, rawg: 60_000 };

export function createProvidersService(deps: Deps) {
  const { db, clock, settings, fromEnvironment } = deps;
  const providers = new Map(
    createSources(deps).map((source): [ProviderId, MetadataProvider] => [
      source.id,
      guardProvider({
        source,
        db,
        clock,
        defaultPauseMs: defaultPauseMs[source.id],
        isMirror: fromEnvironment.urls[source.id] !== undefined,
      }),
    ]),
  );

  function get(id: ProviderId): MetadataProvider {
    const provider = providers.get(id);
    if (!provider) throw new Error(`there is no provider ${id}`);
    return provider;
  }

  async function order(): Promise<ProviderId[]> {
    return fromEnvironment.order ?? (await settings.get()).metadataProviders;
  }

  return {
    /** Also returns a provider that is switched off, because a file name or an admin may refer to it. */
    get,
    order,

    /** Returns the providers that are enabled and have their keys, in the order in which they are asked. */
    async listUsable(): Promise<MetadataProvider[]> {
      const listed = (await order()).map(get);
      const isConfigured = await Promise.all(listed.map((provider) => provider.isConfigured()));
      return listed.filter((_, index) => isConfigured[index]);
    },
  };
}

function createSources({ http, keys, fromEnvironment: { urls } }: Deps): MetadataSource[] {
  /** A mirror is not paced: if it has a limit, it responds with 429. */
  const httpFor = (id: ProviderId, rule: CallRule) =>
    limitedCalls(http, createCallLimiter(urls[id] ? { ...rule, everyMs: 0 } : rule));
  return [
    createSteam({
      http: httpFor('steam', steamPace),
      itemsHttp: httpFor('steam', steamItemsPace),
      url: urls.steam,
    }),
    createIgdb({
      http: httpFor('igdb', igdbPace),
      authHttp: http,
      keys: () => readTwitchKeys(keys),
      url: urls.igdb,
      authUrl: urls.igdbAuth,
    }),
    createRawg({ http: httpFor('rawg', rawgPace), key: () => keys.read('rawgApiKey'), url: urls.rawg }),
  ];
}

async function readTwitchKeys(keys: MetadataKeys): Promise<TwitchKeys | undefined> {
  const clientId = await keys.read('igdbClientId');
  const clientSecret = await keys.read('igdbClientSecret');
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}

/** A call waits for a pause up to this length instead of failing. */
const shortPauseMs = 2_000;
const maxShortPauses = 2;
const firstPauseMs = 5_000;
const maxPauseMs = 30 * minuteMs;
/** The time of the last success is updated at most this often. */
const recentlyMs = minuteMs;

interface GuardedProviderDeps extends Pick<Base, 'db' | 'clock'> {
  source: MetadataSource;
  /** The pause after a 429 without Retry-After. */
  defaultPauseMs: number;
  /** Whether the environment sets another address for the provider. */
  isMirror: boolean;
}

/**
 * Wraps a provider: refuses calls while it is paused, and records successes and failures. A pause after a 429 applies to every
 * caller. Each further outage doubles the pause.
 */
function guardProvider(deps: GuardedProviderDeps): MetadataProvider {
  const { source, db } = deps;
  const { id, name } = source;

  async function ask<Result>(call: () => Promise<Result>, { isUrgent, signal }: AskOptions): Promise<Result> {
    await refuseWhilePaused(deps, isUrgent);
    return callAndRecord(deps, call, signal);
  }

  return {
    id,
    name,
    isConfigured: source.isConfigured,
    search: (title, options = {}) => ask(() => source.search(title, options), options),
    byId: (gameId, options = {}) => ask(() => source.byId(gameId, options), options),
    details: (gameId, options = {}) => ask(() => source.details(gameId, options), options),

    async check(options = {}) {
      try {
        await callAndRecord(deps, () => source.ping(options), options.signal);
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

async function refuseWhilePaused(
  { source: { id, name }, db, clock }: GuardedProviderDeps,
  isUrgent = false,
): Promise<void> {
  const status = await repository.getStatus(db, id);
  const { pausedUntil, lastErrorKind, lastError } = status;
  if (!pausedUntil || !repository.isPaused(status, clock)) return;
  if (isUrgent && lastErrorKind !== 'rate_limited') return;
  throw new ProviderFailure(id, 'paused', lastError ?? `${name} is paused.`, pausedUntil);
}

async function callAndRecord<Result>(
  deps: GuardedProviderDeps,
  call: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const { source, db, clock } = deps;
  try {
    const result = await callWithPauses(deps, call, signal);
    await repository.recordSuccess(db, source.id, isoAt(clock), isoAt(clock, -recentlyMs));
    return result;
  } catch (error) {
    throw error instanceof FetchFailure ? await recordFailure(deps, error) : error;
  }
}

/** After a 429 with a short pause, waits and calls again. */
async function callWithPauses<Result>(
  { defaultPauseMs }: GuardedProviderDeps,
  call: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (let left = maxShortPauses; ; left -= 1) {
    try {
      return await call();
    } catch (error) {
      const waitMs = isRateLimit(error) ? (error.retryAfterMs ?? defaultPauseMs) : Number.POSITIVE_INFINITY;
      if (left === 0 || waitMs > shortPauseMs) throw error;
      await waitFor(waitMs, signal);
    }
  }
}

async function recordFailure(deps: GuardedProviderDeps, failure: FetchFailure): Promise<ProviderFailure> {
  const { source, db, clock, isMirror } = deps;
  const { id, name } = source;
  const pausedUntil = pauseAfter(deps, failure, await repository.getStatus(db, id));
  const message = explain(name, failure, isMirror);
  await repository.recordFailure(db, id, {
    lastErrorAt: isoAt(clock),
    lastErrorKind: failure.kind,
    lastError: message,
    pausedUntil,
  });
  return new ProviderFailure(id, failure.kind, message, pausedUntil);
}

/** These say something about one game or search. A provider that has changed gives such answers to all of them. */
const ofOneAnswer: FailureKind[] = ['bad_answer', 'not_found', 'refused_address', 'too_large'];
const strangeAnswersInRow = 3;

/**
 * Returns the end of the pause, or null for none. Simultaneous requests fail together, so only the first of these failures starts a
 * pause.
 */
function pauseAfter(
  { clock, defaultPauseMs }: GuardedProviderDeps,
  { kind, retryAfterMs }: FetchFailure,
  status: ProviderStatus,
): string | null {
  if (kind === 'rate_limited') return isoAt(clock, retryAfterMs ?? defaultPauseMs);
  const { failures, pausedUntil } = status;
  if (pausedUntil && repository.isPaused(status, clock)) return pausedUntil;
  if (ofOneAnswer.includes(kind) && failures + 1 < strangeAnswersInRow) return null;
  return isoAt(clock, Math.min(firstPauseMs * 2 ** Math.min(failures, 20), maxPauseMs));
}

function isRateLimit(error: unknown): error is FetchFailure {
  return error instanceof FetchFailure && error.kind === 'rate_limited';
}
