// Pictures of candidates. The server fetches them, scales them down and caches them in memory, so that the page loads nothing
// from third parties. The URLs are sealed, so that nobody can make the server fetch other URLs.
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { ArtworkService } from '#games/artwork/artwork.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Clock } from '#platform/clock.ts';
import { hourMs, minuteMs } from '#platform/durations.ts';
import { FetchFailure } from '#platform/fetch-failure.ts';
import type { SecretBox } from '#platform/secret-box.ts';
import { createSingleFlight } from '#platform/single-flight.ts';

export type CandidatePictures = ReturnType<typeof createCandidatePictures>;

interface Deps {
  artwork: ArtworkService;
  box: SecretBox;
  clock: Clock;
  log: FastifyBaseLogger;
}

const purpose = 'picture of a match';
const validMs = 36 * hourMs;
/** An address is reused for this long. It is then still valid for a day. */
const reusedMs = 12 * hourMs;
const maxAddresses = 1_000;
/** The length of the longer side, pixels. */
const edge = 480;
const cacheBytes = 8 * 1024 ** 2;
const cachedMs = hourMs;
/** After a failure, a picture is not fetched again within this time. */
const absentMs = minuteMs;
const maxFetching = 4;
const fetchMs = 15_000;
const noPicture = Buffer.alloc(0);

export function createCandidatePictures({ artwork, box, clock, log }: Deps) {
  const addresses = new LRUCache<string, string>({ max: maxAddresses, ttl: reusedMs });
  const pictures = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => length + 500,
    ttl: cachedMs,
  });
  const fetches = createSingleFlight<Buffer>();
  const fetching = pLimit(maxFetching);

  async function fetchFirst(urls: string[]): Promise<Buffer> {
    for (const url of urls) {
      try {
        return await artwork.fetchPreview(url, edge, AbortSignal.timeout(fetchMs));
      } catch (error) {
        const isExpected = error instanceof FetchFailure || error instanceof AppError || isTimeout(error);
        if (!isExpected) throw error;
        log.debug({ err: error, url }, 'a picture of a match could not be fetched');
      }
    }
    return noPicture;
  }

  async function fetchAndCache(key: string, urls: string[]): Promise<Buffer> {
    const picture = await fetching(() => fetchFirst(urls));
    pictures.set(key, picture, { ttl: picture.length > 0 ? cachedMs : absentMs });
    return picture;
  }

  return {
    /** Returns an address for the first of these pictures that can be fetched, or null without URLs. */
    async addressOf(urls: string[]): Promise<string | null> {
      if (urls.length === 0) return null;
      const key = JSON.stringify(urls);
      const known = addresses.get(key);
      if (known) return known;
      const until = clock.now().getTime() + validMs;
      const sealed = await box.seal(JSON.stringify({ urls, until }), purpose);
      const address = `/api/metadata/pictures?of=${sealed}`;
      addresses.set(key, address);
      return address;
    },

    /** Returns the picture as WebP. @throws AppError not_found, even for a forged or expired address */
    async open(sealed: string): Promise<Buffer> {
      const text = await box.open(sealed, purpose);
      if (!text) throw notFound('Picture');
      const { urls, until }: { urls: string[]; until: number } = JSON.parse(text);
      if (until < clock.now().getTime()) throw notFound('Picture');
      const key = JSON.stringify(urls);
      const picture = pictures.get(key) ?? (await fetches.run(() => fetchAndCache(key, urls), key));
      if (picture.length === 0) throw notFound('Picture');
      return picture;
    },
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
