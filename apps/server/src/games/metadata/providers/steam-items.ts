// Loads facts that Steam's search does not return: tall cover, year, developer, publisher, and whether an app is a game. Uses
// IStoreBrowseService/GetItems, which needs no key and accepts many apps
// (https://steamapi.xpaw.me/#IStoreBrowseService/GetItems). The picture URLs of newer apps contain digests that only this
// response includes. If the request fails, Steam works without these facts.
import { z } from 'zod';
import { FetchFailure } from '#platform/fetch-failure.ts';
import {
  dayOfSeconds,
  distinct,
  idOrNull,
  lineOrNull,
  listOf,
  nameOf,
  numberOrNull,
  objectOrEmpty,
} from './facts.ts';
import type { ProviderOptions, SourceHttp } from './provider.ts';

const apiUrl = 'https://api.steampowered.com';
const pictureBase = 'https://shared.akamai.steamstatic.com/store_item_assets/';
export const steamItemsPace = { atOnce: 4, burst: 20, everyMs: 500 };
/** A short timeout, because these facts are optional. */
const limits = { maxBytes: 2 * 1024 ** 2, timeoutMs: 5_000 };

export interface StoreItem {
  /** Best first. Empty if the app has no tall cover. */
  coverUrls: string[];
  kind: 'game' | 'addition' | 'other';
  year: number | null;
  developer: string | null;
  publisher: string | null;
}

interface AppQuery {
  id: string;
  /** The URL of one of the app's pictures, from another response. */
  picture: string | null;
}

/** EStoreAppType: 4 is downloadable content. The others are videos, guides, series, episodes, hardware, music, advertising. */
const addition = 4;
const others = new Set([3, 5, 7, 8, 9, 10, 11, 14]);

const path = lineOrNull(300);
const storeItems = z.object({
  response: objectOrEmpty({
    store_items: listOf(
      z.object({
        appid: idOrNull,
        success: numberOrNull,
        type: numberOrNull,
        basic_info: objectOrEmpty({ developers: listOf(nameOf), publishers: listOf(nameOf) }),
        release: objectOrEmpty({ original_release_date: numberOrNull, steam_release_date: numberOrNull }),
        assets: objectOrEmpty({ asset_url_format: path, library_capsule: path, library_capsule_2x: path }),
      }),
    ),
  }),
});

/** `url`: a mirror of the store, which may also offer this interface. */
export function createSteamItems({ http, url }: { http: SourceHttp; url?: string | undefined }) {
  async function ask(apps: AppQuery[], { signal }: ProviderOptions): Promise<unknown> {
    const request = {
      ids: apps.map(({ id }) => ({ appid: Number(id) })),
      context: { language: 'english', country_code: 'US', steam_realm: 1 },
      data_request: { include_assets: true, include_release: true, include_basic_info: true },
    };
    const query = new URLSearchParams({ input_json: JSON.stringify(request) });
    const address = `${url ?? apiUrl}/IStoreBrowseService/GetItems/v1/?${query}`;
    return http.fetchJson(address, { ...limits, signal });
  }

  /** Returns the items by id, without unknown apps. Returns an empty map after a failure. */
  return async function itemsOf(apps: AppQuery[], options: ProviderOptions): Promise<Map<string, StoreItem>> {
    if (apps.length === 0) return new Map();
    try {
      const { data } = storeItems.safeParse(await ask(apps, options));
      const known = data?.response.store_items.flatMap((item) => {
        if (!item.appid || item.success !== 1) return [];
        const picture = apps.find(({ id }) => id === item.appid)?.picture ?? null;
        return [[item.appid, presentItem(item, picture)] as const];
      });
      return new Map(known);
    } catch (error) {
      if (error instanceof FetchFailure) return new Map();
      throw error;
    }
  };
}

type Item = z.output<typeof storeItems>['response']['store_items'][number];

function presentItem({ type, assets, basic_info, release }: Item, picture: string | null): StoreItem {
  const day = dayOfSeconds(release.original_release_date || release.steam_release_date || null);
  return {
    coverUrls: coversIn(assets, picture),
    kind: type === addition ? 'addition' : others.has(type ?? 0) ? 'other' : 'game',
    year: day ? Number(day.slice(0, 4)) : null,
    developer: basic_info.developers[0] ?? null,
    publisher: basic_info.publishers[0] ?? null,
  };
}

/** Builds URLs from a format such as `steam/apps/220/${FILENAME}?t=1` and names such as `DIGEST/library_600x900.jpg`. */
function coversIn({ asset_url_format: format, ...names }: Item['assets'], picture: string | null): string[] {
  const base = /^https?:\/\/[^?#]*\/store_item_assets\//u.exec(picture ?? '')?.[0] ?? pictureBase;
  const place = '$' + '{FILENAME}';
  if (!format?.includes(place)) return [];
  const isPath = (name: string | null) => name !== null && /^[\w./-]+$/u.test(name) && !name.includes('..');
  return distinct([names.library_capsule_2x, names.library_capsule].filter(isPath)).flatMap((name) => {
    const address = `${base}${format.replace(place, () => name)}`;
    return URL.canParse(address) && new URL(address).href.startsWith(base) ? [address] : [];
  });
}
