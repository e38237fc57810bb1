// The shelves that the member saw last on the home page: titles and covers, without what else is known of the games. They are in one
// cache, so that removing it removes everything.
import type { Home, ShelfKind } from '@cellar/contract/club/home.endpoints.ts';
import { artworkUrlAt } from '@cellar/contract/games/rules/artwork.ts';
import { shelvesCache } from './forget-member.ts';

export interface KeptShelves {
  memberId: string;
  keptAt: string;
  shelves: { kind: ShelfKind; games: { id: string; title: string; cover: string | null }[] }[];
}

/** No such address exists. */
const listAddress = '/kept-shelves.json';

/** `isStill`: whether this member still wants it. A logout during this function leaves nothing behind. */
export async function keepShelves(home: Home, memberId: string, isStill: () => boolean): Promise<void> {
  const shelves = home.shelves.map(({ kind, games }) => ({
    kind,
    games: games.map(({ _id, title, boxArtUrl }) => ({
      ...{ id: _id, title },
      cover: boxArtUrl ? artworkUrlAt(boxArtUrl, 400) : null,
    })),
  }));
  const kept: KeptShelves = { memberId, keptAt: new Date().toISOString(), shelves };
  const cache = await caches.open(shelvesCache);
  await cache.put(listAddress, Response.json(kept));
  await keepCovers(cache, kept);
  if (!isStill()) await caches.delete(shelvesCache);
}

async function keepCovers(cache: Cache, { shelves }: KeptShelves): Promise<void> {
  const covers = shelves.flatMap(({ games }) => games.flatMap(({ cover }) => cover ?? []));
  const wanted = new Set([listAddress, ...covers].map((path) => new URL(path, location.href).href));
  const present = (await cache.keys()).map(({ url }) => url);
  await Promise.all(present.filter((url) => !wanted.has(url)).map((url) => cache.delete(url)));
  const missing = [...wanted].filter((url) => !present.includes(url) && !url.endsWith(listAddress));
  // A cover that can't be loaded is drawn from the title.
  await Promise.allSettled(missing.map((url) => cache.add(url)));
}

/** Covers become addresses of data in memory, until `closeShelves`. Null if nothing is kept for this member. */
export async function readShelves(memberId: string): Promise<KeptShelves | null> {
  const cache = await globalThis.caches?.open(shelvesCache);
  const list = await cache?.match(listAddress);
  const kept = list && ((await list.json()) as KeptShelves);
  if (!cache || kept?.memberId !== memberId) return null;
  const shelves = kept.shelves.map(async ({ kind, games }) => ({
    kind,
    games: await Promise.all(games.map(async (game) => ({ ...game, cover: await open(cache, game.cover) }))),
  }));
  return { ...kept, shelves: await Promise.all(shelves) };
}

/** Frees the memory that the covers take. */
export function closeShelves({ shelves }: KeptShelves): void {
  for (const { cover } of shelves.flatMap(({ games }) => games)) if (cover) URL.revokeObjectURL(cover);
}

async function open(cache: Cache, cover: string | null): Promise<string | null> {
  const picture = cover && (await cache.match(cover, { ignoreVary: true }));
  return picture ? URL.createObjectURL(await picture.blob()) : null;
}
