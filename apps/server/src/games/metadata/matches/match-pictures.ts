// Fetches a match's pictures and stores them. A picture that can't be fetched does not stop the others.
import type { ErrorCode } from '@cellar/contract/errors.ts';
import pLimit from 'p-limit';
import type { ArtworkService } from '#games/artwork/artwork.service.ts';
import { AppError } from '#http/errors.ts';
import { FetchFailure } from '#platform/fetch-failure.ts';

interface PictureUrls {
  /** The first one that can be fetched becomes the cover. */
  coverUrls: string[];
  screenshotUrls: string[];
  signal?: AbortSignal | undefined;
}

interface Fetched {
  boxArtUrl?: string;
  gameplayImages?: string[];
  /** Sentences about pictures that could not be fetched. */
  notices: string[];
}

const maxCovers = 4;
const maxFetching = 3;
/** The limit for all pictures together: an admin waits for them, and the page's request ends after a minute. */
const totalMs = 40_000;
const pictureErrors: ErrorCode[] = ['not_an_image', 'image_too_large', 'image_damaged'];

export async function fetchPictures(artwork: ArtworkService, urls: PictureUrls): Promise<Fetched> {
  const { coverUrls, screenshotUrls, signal } = urls;
  const fetching = pLimit(maxFetching);
  const timeout = AbortSignal.timeout(totalMs);
  const fetchOne = (url: string) => fetching(() => tryFetch(artwork, url, { timeout, signal }));
  const [cover, shots] = await Promise.all([
    firstOf(coverUrls.slice(0, maxCovers), fetchOne),
    Promise.all(screenshotUrls.map(fetchOne)),
  ]);
  const stored = [...new Set(shots.flatMap(({ url }) => url ?? []))];
  const lost = shots.filter(({ url }) => !url);
  return {
    ...(cover?.url ? { boxArtUrl: cover.url } : {}),
    ...(stored.length > 0 ? { gameplayImages: stored } : {}),
    notices: [
      ...(cover && !cover.url ? [`The cover could not be fetched: ${cover.reason}`] : []),
      ...(lost[0]
        ? [`${lost.length} of ${shots.length} screenshots could not be fetched: ${lost[0].reason}`]
        : []),
    ],
  };
}

interface Attempt {
  url?: string;
  /** Why the picture could not be fetched. */
  reason?: string;
}

/** Returns the first success, or else the last failure. Returns undefined without URLs. */
async function firstOf(
  urls: string[],
  fetchOne: (url: string) => Promise<Attempt>,
): Promise<Attempt | undefined> {
  let last: Attempt | undefined;
  for (const url of urls) {
    last = await fetchOne(url);
    if (last.url) break;
  }
  return last;
}

interface Limits {
  timeout: AbortSignal;
  /** The caller's signal. Aborting it aborts all fetches. */
  signal: AbortSignal | undefined;
}

async function tryFetch(artwork: ArtworkService, url: string, limits: Limits): Promise<Attempt> {
  const { timeout, signal } = limits;
  const tooLong = { reason: 'Fetching the pictures takes too long.' };
  if (timeout.aborted) return tooLong;
  try {
    const either = AbortSignal.any(signal ? [timeout, signal] : [timeout]);
    const { url: storedUrl } = await artwork.fetchPicture(url, either);
    return { url: storedUrl };
  } catch (error) {
    if (timeout.aborted && !signal?.aborted) return tooLong;
    if (error instanceof FetchFailure) return { reason: `${error.message}.` };
    if (error instanceof AppError && pictureErrors.includes(error.code)) return { reason: error.message };
    throw error;
  }
}
