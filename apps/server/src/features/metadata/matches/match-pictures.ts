// Fetches a match's pictures and keeps them as ours. One that can't be had stops none of the others.

import type { ErrorCode } from '@cellar/contract/errors.ts';
import pLimit from 'p-limit';
import type { ArtworkService } from '#features/artwork/artwork.service.ts';
import { AppError } from '#http/errors.ts';
import { FetchFailure } from '#platform/fetch-failure.ts';

interface Wanted {
  /** The first that can be had is the cover. */
  coverUrls: string[];
  screenshotUrls: string[];
  signal?: AbortSignal | undefined;
}

interface Fetched {
  boxArtUrl?: string;
  gameplayImages?: string[];
  /** What could not be had, ready to show. */
  notices: string[];
}

const mostCovers = 4;
const fetchedAtOnce = 3;
/** For all together: an admin waits for them, and the page waits a minute. */
const patienceMs = 40_000;
const picturesFault: ErrorCode[] = ['not_an_image', 'image_too_large', 'image_damaged'];

export async function fetchPictures(artwork: ArtworkService, wanted: Wanted): Promise<Fetched> {
  const { coverUrls, screenshotUrls, signal } = wanted;
  const atOnce = pLimit(fetchedAtOnce);
  const patience = AbortSignal.timeout(patienceMs);
  const fetchOne = (url: string) => atOnce(() => tryFetch(artwork, url, { patience, signal }));
  const [cover, shots] = await Promise.all([
    firstOf(coverUrls.slice(0, mostCovers), fetchOne),
    Promise.all(screenshotUrls.map(fetchOne)),
  ]);
  const kept = [...new Set(shots.flatMap(({ url }) => url ?? []))];
  const lost = shots.filter(({ url }) => !url);
  return {
    ...(cover?.url ? { boxArtUrl: cover.url } : {}),
    ...(kept.length > 0 ? { gameplayImages: kept } : {}),
    notices: [
      ...(cover && !cover.url ? [`The cover could not be had: ${cover.reason}`] : []),
      ...(lost[0]
        ? [`${lost.length} of ${shots.length} screenshots could not be had: ${lost[0].reason}`]
        : []),
    ],
  };
}

interface Attempt {
  url?: string;
  /** Why it could not be had. */
  reason?: string;
}

/** Undefined without any. */
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
  patience: AbortSignal;
  /** Of whoever asks: when it ends, all of it ends. */
  signal: AbortSignal | undefined;
}

async function tryFetch(artwork: ArtworkService, url: string, limits: Limits): Promise<Attempt> {
  const { patience, signal } = limits;
  const tooLong = { reason: 'The pictures take too long.' };
  if (patience.aborted) return tooLong;
  try {
    const { url: keptUrl } = await artwork.fetchPicture(
      url,
      AbortSignal.any(signal ? [patience, signal] : [patience]),
    );
    return { url: keptUrl };
  } catch (error) {
    if (patience.aborted && !signal?.aborted) return tooLong;
    if (error instanceof FetchFailure) return { reason: `${error.message}.` };
    if (error instanceof AppError && picturesFault.includes(error.code)) return { reason: error.message };
    throw error;
  }
}
