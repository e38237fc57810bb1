// Pictures are content-addressed: a name always refers to the same picture, so browsers can cache it forever. Each picture is
// stored at full size and in the widths of the contract, with a row for its dimensions and ThumbHash.
import { availableParallelism } from 'node:os';
import type { ArtworkKept } from '@cellar/contract/games/artwork.ts';
import { artworkMaxBytes, artworkName } from '@cellar/contract/games/rules/artwork.ts';
import type { FastifyBaseLogger } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Db, Trx } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import type { HttpClient } from '#platform/http-client.ts';
import { createSingleFlight } from '#platform/single-flight.ts';
import type { PictureStorage, StoredFile } from '#platform/storage/storage.ts';
import * as repository from './artwork.repository.ts';
import { createArtworkStore } from './artwork-store.ts';
import { createArtworkSweep } from './artwork-sweep.ts';
import { createDescribeOldPictures } from './describe-old-pictures.ts';
import { encodeWhole, renderAt, renderJpeg } from './render-picture.ts';

export type ArtworkService = ReturnType<typeof createArtworkService>;

interface Deps {
  db: Db;
  files: PictureStorage;
  clock: Clock;
  log: FastifyBaseLogger;
  http: HttpClient;
}

/** Encoding one picture keeps a processor core busy. */
const maxEncoding = Math.min(2, availableParallelism());
/** Decoding one of the largest pictures takes hundreds of megabytes of memory. */
const maxDecoding = 1;
/** Pictures that wait for decoding stay in memory. */
const maxWaiting = 50;
const fetchMs = 60_000;

export function createArtworkService({ db, files, clock, log, http }: Deps) {
  const encoding = pLimit(maxEncoding);
  const storeNow = createArtworkStore({ db, files, clock });
  const store = (whole: Buffer) => encoding(() => storeNow(whole));
  const intake = createIntake(http, store);
  return {
    accept: intake.accept,
    fetchPicture: intake.fetchPicture,
    fetchPreview: intake.fetchPreview,

    /** Stores a trusted WebP picture unchanged and returns its name. Idempotent. */
    keep: async (picture: Buffer): Promise<string> => (await store(picture)).name,

    /**
     * Protects pictures from the sweep in the transaction that assigns them to a game, and returns the names of missing ones.
     * Sorts them, so that two transactions that assign the same pictures do not deadlock.
     */
    async attach(trx: Trx, names: string[]): Promise<string[]> {
      const missing: string[] = [];
      for (const name of names.toSorted()) {
        if (!(await repository.touchArtwork(trx, name, isoAt(clock)))) missing.push(name);
      }
      return missing;
    },

    /** A job: removes pictures that no game uses, a day after they were last uploaded or assigned. */
    sweep: createArtworkSweep({ db, files, clock, log }),
    /** A job: adds rows and smaller sizes for pictures of an older version. */
    describeOldPictures: createDescribeOldPictures({ db, files, clock, log, store }),

    /** `name`: validated by the contract; a digest, an optional width, and `.webp`. */
    open: createOpenPicture(files, encoding, log),

    /** Returns a JPEG of the picture with this full-size name, or undefined if there is none. */
    async readJpeg(name: string, width: number): Promise<Buffer | undefined> {
      const whole = await files.read(name);
      return whole && encoding(() => renderJpeg(whole, width));
    },

    measureFiles: (signal: AbortSignal) => measureFiles(files, signal),
  };
}

/** Counts the stored pictures and their bytes. @throws the reason of the signal */
async function measureFiles(files: PictureStorage, signal: AbortSignal) {
  const total = { files: 0, bytes: 0 };
  for await (const { size } of files.list()) {
    signal.throwIfAborted();
    total.files += 1;
    total.bytes += size;
  }
  return total;
}

/** Accepts untrusted pictures: checks their content, encodes them again and drops their metadata. */
function createIntake(http: HttpClient, store: (whole: Buffer) => Promise<ArtworkKept>) {
  const decoding = pLimit(maxDecoding);

  function fetchBytes(url: string, signal: AbortSignal | undefined): Promise<Buffer> {
    return http.fetch(url, { accepts: /^image\//i, maxBytes: artworkMaxBytes, timeoutMs: fetchMs, signal });
  }

  async function accept(bytes: Buffer): Promise<ArtworkKept> {
    if (decoding.pendingCount >= maxWaiting) {
      throw new AppError(
        'unavailable',
        'The server is busy with other pictures. Please try again in a few seconds.',
      );
    }
    return store(await decoding(() => encodeWhole(bytes)));
  }

  return {
    /** Stores an uploaded picture. Idempotent. @throws AppError not_an_image, image_too_large, image_damaged */
    accept,

    /**
     * Fetches a picture from another server and stores it like an uploaded one. Idempotent.
     * @throws FetchFailure if it can't be fetched, AppError as `accept`
     */
    fetchPicture: async (url: string, signal?: AbortSignal): Promise<ArtworkKept> =>
      accept(await fetchBytes(url, signal)),

    /** Fetches a picture and returns a WebP with at most `edge` pixels on the longer side, without storing it. */
    async fetchPreview(url: string, edge: number, signal?: AbortSignal): Promise<Buffer> {
      const bytes = await fetchBytes(url, signal);
      return decoding(() => encodeWhole(bytes, edge));
    },
  };
}

/** Pictures of an older version have no smaller sizes, so each size is created when it is first requested. */
function createOpenPicture(files: PictureStorage, encoding: LimitFunction, log: FastifyBaseLogger) {
  const sizes = createSingleFlight<void>();

  async function makeSize(name: string, wholeName: string, width: number): Promise<void> {
    const whole = await files.read(wholeName);
    if (whole) await files.write([{ name, bytes: await renderAt(whole, width) }]);
    // If the picture was swept in the meantime, nothing else would ever remove this size.
    if (!(await files.has(wholeName))) await files.remove([name]);
  }

  return async function open(name: string): Promise<StoredFile | undefined> {
    const [, digest, width] = artworkName.exec(name) ?? [];
    if (!digest) return undefined;
    const found = await files.open(name);
    if (found || !width) return found;
    const wholeName = `${digest}.webp`;
    if (!(await files.has(wholeName))) return undefined;
    try {
      await sizes.run(() => encoding(() => makeSize(name, wholeName, Number(width))), name);
    } catch (error) {
      // The disk is full or the picture is damaged: send the full-size picture instead.
      log.warn({ err: error, name }, 'a size of a picture could not be made');
    }
    return (await files.open(name)) ?? files.open(wholeName);
  };
}
