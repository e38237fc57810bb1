// Pictures we keep: content-addressed, so that a name never changes its picture and can be cached for ever. Each is there
// whole and in the sizes of the contract's rule, with a row that says how large it is and what stands in its place.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ArtworkKept } from '@cellar/contract/artwork.ts';
import { artworkMaxBytes, artworkName } from '@cellar/contract/rules/artwork.ts';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type { Db, Trx } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import type { HttpClient } from '#platform/http-client.ts';
import { createSingleFlight } from '#platform/single-flight.ts';
import * as repository from './artwork.repository.ts';
import { artworkPath, createArtworkFiles, type OpenedPicture } from './artwork-files.ts';
import { createArtworkStore, nameOf } from './artwork-store.ts';
import { createArtworkSweep } from './artwork-sweep.ts';
import { createDescribeKept } from './describe-kept.ts';
import { encodeWhole, renderAt, renderJpeg } from './render-picture.ts';

export type ArtworkService = ReturnType<typeof createArtworkService>;

interface Deps {
  db: Db;
  dataDir: string;
  clock: Clock;
  log: FastifyBaseLogger;
  http: HttpClient;
}

/** Each takes a core while it is drawn. */
const drawnAtOnce = Math.min(2, availableParallelism());
/** One of the largest takes hundreds of megabytes while it is read. */
const readAtOnce = 1;
/** They wait in memory. */
const mostWaiting = 50;
const fetchMs = 60_000;

export function createArtworkService({ db, dataDir, clock, log, http }: Deps) {
  const folder = join(dataDir, 'artwork');
  const files = createArtworkFiles(folder);
  const reading = pLimit(readAtOnce);
  const drawing = pLimit(drawnAtOnce);
  const sizes = createSingleFlight<void>();
  const store = createArtworkStore({ db, files, clock });
  const sweep = createArtworkSweep({ db, files, clock, log });

  /** Of a picture that an older version kept: its sizes are made when somebody first asks for one. */
  async function makeSize(name: string, wholeName: string, width: number): Promise<void> {
    const whole = await files.read(wholeName);
    if (whole) await files.write([{ name, bytes: await renderAt(whole, width) }]);
    // Swept while it was made: nobody would ever take it away.
    if (!(await files.has(wholeName))) await files.remove([name]);
  }

  async function describe(name: string): Promise<void> {
    const whole = await files.read(name);
    if (!whole) return;
    if (nameOf(whole) !== name) throw new Error('the picture is not the one that was kept');
    await store(whole);
  }

  async function accept(bytes: Buffer): Promise<ArtworkKept> {
    if (reading.pendingCount >= mostWaiting) {
      throw new AppError(
        'unavailable',
        'The server is busy with other pictures. Please try again in a few seconds.',
      );
    }
    const whole = await reading(() => encodeWhole(bytes));
    return drawing(() => store(whole));
  }

  return {
    /**
     * A picture from outside: checked by its content, encoded anew, kept without its metadata. Idempotent.
     * @throws AppError not_an_image, image_too_large, image_damaged
     */
    accept,

    /**
     * A picture from another server, taken as one that is sent in. Idempotent.
     * @throws FetchFailure where it can't be had, AppError where it is none
     */
    async fetchPicture(url: string, signal?: AbortSignal): Promise<ArtworkKept> {
      const request = { accepts: /^image\//i, maxBytes: artworkMaxBytes, timeoutMs: fetchMs, signal };
      return accept(await http.fetch(url, request));
    },

    /** Likewise, drawn small as WebP, and not kept. `edge`: pixels of the longer one. */
    async fetchPreview(url: string, edge: number, signal?: AbortSignal): Promise<Buffer> {
      const request = { accepts: /^image\//i, maxBytes: artworkMaxBytes, timeoutMs: fetchMs, signal };
      const bytes = await http.fetch(url, request);
      return reading(() => encodeWhole(bytes, edge));
    },

    /** Keeps a WebP picture of ours as it is, and gives its name. Idempotent. */
    keep: (picture: Buffer): Promise<string> => drawing(async () => (await store(picture)).name),

    /**
     * Within the transaction that gives these pictures to a game: none of them is swept away under it. Gives the names of those
     * that are not there. In order, so that two who give the same ones wait for each other.
     */
    async attach(trx: Trx, names: string[]): Promise<string[]> {
      const missing: string[] = [];
      for (const name of names.toSorted()) {
        if (!(await repository.touchArtwork(trx, name, isoAt(clock)))) missing.push(name);
      }
      return missing;
    },

    /** A job: pictures that no game uses go, a day after they were last sent in or given to one. */
    sweep,

    /** Where a new picture's file goes: for `cellar seed`, which writes a million of them. */
    pathOf: (name: string) => artworkPath(folder, name),

    /** `name` has been checked by the contract: a digest, perhaps a width, and `.webp`. */
    async open(name: string): Promise<OpenedPicture | undefined> {
      const [, digest, width] = artworkName.exec(name) ?? [];
      if (!digest) return undefined;
      const found = await files.open(name);
      if (found || !width) return found;
      const wholeName = `${digest}.webp`;
      if (!(await files.has(wholeName))) return undefined;
      try {
        await sizes.run(() => drawing(() => makeSize(name, wholeName, Number(width))), name);
      } catch (error) {
        // A full disk, or a picture that can't be read: the whole one is as good as there is.
        log.warn({ err: error, name }, 'a size of a picture could not be made');
      }
      return (await files.open(name)) ?? files.open(wholeName);
    },

    /** Of a whole picture's name; undefined where it is gone. */
    async readJpeg(name: string, width: number): Promise<Buffer | undefined> {
      const whole = await files.read(name);
      return whole && drawing(() => renderJpeg(whole, width));
    },

    /** A job: rows and sizes for pictures that an older version kept. */
    describeKept: createDescribeKept({
      ...{ db, files, clock, log },
      describe: (name) => drawing(() => describe(name)),
    }),
  };
}
