// All providers, each with its own limit of calls and its own pauses, and the order in which they are asked.
import type { ProviderId } from '@cellar/contract/games/metadata.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import { type CallRule, createCallLimiter } from '#platform/call-limiter.ts';
import type { Clock } from '#platform/clock.ts';
import type { HttpClient } from '#platform/http-client.ts';
import type { MetadataKeys } from '../settings/metadata-keys.service.ts';
import { guardProvider } from './guarded-provider.ts';
import { createIgdb, igdbPace } from './igdb.ts';
import type { TwitchKeys } from './igdb-token.ts';
import type { MetadataProvider, MetadataSource } from './provider.ts';
import { createRawg, rawgPace } from './rawg.ts';
import { limitedCalls } from './source-http.ts';
import { createSteam, steamPace } from './steam.ts';
import { steamItemsPace } from './steam-items.ts';

export type ProvidersService = ReturnType<typeof createProvidersService>;

interface Deps {
  db: Db;
  clock: Clock;
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
