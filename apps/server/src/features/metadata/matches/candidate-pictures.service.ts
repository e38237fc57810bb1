// Pictures of matches that nobody has taken yet: fetched by us, drawn small and kept in memory for a while, so that no page
// loads anything from a third party. Their addresses are sealed: who was given none can't make us fetch anything.
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { ArtworkService } from '#features/artwork/artwork.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Clock } from '#platform/clock.ts';
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
const goodMs = 36 * 3600_000;
/** An address is given again as long as it is good for a day. */
const givenAgainMs = 12 * 3600_000;
const mostAddresses = 1_000;
/** Pixels, of the longer edge. */
const edge = 480;
const keptBytes = 8 * 1024 ** 2;
const keptMs = 3600_000;
/** A picture that could not be had is not asked for again at once. */
const absentMs = 60_000;
const fetchedAtOnce = 4;
const fetchMs = 15_000;
const noPicture = Buffer.alloc(0);

export function createCandidatePictures({ artwork, box, clock, log }: Deps) {
  const addresses = new LRUCache<string, string>({ max: mostAddresses, ttl: givenAgainMs });
  const pictures = new LRUCache<string, Buffer>({
    ...{ maxSize: keptBytes, sizeCalculation: ({ length }) => length + 500, ttl: keptMs },
  });
  const fetches = createSingleFlight<Buffer>();
  const fetching = pLimit(fetchedAtOnce);

  async function fetchFirst(urls: string[]): Promise<Buffer> {
    for (const url of urls) {
      try {
        return await artwork.fetchPreview(url, edge, AbortSignal.timeout(fetchMs));
      } catch (error) {
        const isPicturesFault =
          error instanceof FetchFailure || error instanceof AppError || isTimeout(error);
        if (!isPicturesFault) throw error;
        log.debug({ err: error, url }, 'a picture of a match could not be had');
      }
    }
    return noPicture;
  }

  async function fetchAndCache(key: string, urls: string[]): Promise<Buffer> {
    const picture = await fetching(() => fetchFirst(urls));
    pictures.set(key, picture, { ttl: picture.length > 0 ? keptMs : absentMs });
    return picture;
  }

  return {
    /** Of the first of these that can be had; null without any. */
    async addressOf(urls: string[]): Promise<string | null> {
      if (urls.length === 0) return null;
      const key = JSON.stringify(urls);
      const known = addresses.get(key);
      if (known) return known;
      const until = clock.now().getTime() + goodMs;
      const sealed = await box.seal(JSON.stringify({ urls, until }), purpose);
      const address = `/api/metadata/pictures?of=${sealed}`;
      addresses.set(key, address);
      return address;
    },

    /** WebP. @throws AppError not_found, also for an address of another making and for an old one */
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
