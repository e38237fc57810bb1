// Pictures are content-addressed: a name always refers to the same picture, so browsers can cache it forever. Each picture is
// stored at full size and in the widths of the contract, with a row for its dimensions and ThumbHash.

import { availableParallelism } from 'node:os';
import type { ArtworkKept } from '@cellar/contract/games/games.endpoints.ts';
import {
  artworkMaxBytes,
  artworkName,
  artworkNameAt,
  artworkWidths,
} from '@cellar/contract/games/rules/artwork.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { LimitFunction } from 'p-limit';
import pLimit from 'p-limit';
import { areRemovalsHeld } from '#db/deletions.ts';
import type { Trx } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, isoAt, isRecent, minuteMs } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import type { HttpClient } from '#platform/http-client.ts';
import { createSingleFlight } from '#platform/shared-work.ts';
import type { PictureStorage, StoredFile } from '#platform/storage/storage.ts';
import * as repository from './artwork.repository.ts';
import { createArtworkStore, encodeWhole, nameOf, renderAt, renderJpeg } from './artwork-store.ts';

export type ArtworkService = ReturnType<typeof createArtworkService>;

interface Deps extends Pick<Base, 'db' | 'clock' | 'log'> {
  files: PictureStorage;
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

interface DescribeOldPicturesDeps extends Pick<Base, 'db' | 'clock' | 'log'> {
  files: PictureStorage;
  /** Creates the smaller sizes and the row of a full-size picture. */
  store(whole: Buffer): Promise<unknown>;
}

const passIntervalMs = dayMs;
const gamesPerStep = 50;
const stepsPerRun = 200;
const describedPerRun = 50;

/**
 * A job that adds the missing rows of pictures that a version without a table of pictures stored. It goes through all games once
 * after the start and then once a day, a few games at a time.
 */
function createDescribeOldPictures({
  db,
  files,
  clock,
  log,
  store,
}: DescribeOldPicturesDeps): () => Promise<void> {
  let lastGame = '';
  let lastPassAt: string | null = null;

  async function describeOf(gameIds: string[]): Promise<number> {
    const names = await repository.listWithoutRow(db, gameIds);
    for (const name of names) {
      await describe(name).catch((error) =>
        log.warn({ err: error, name }, 'a picture could not be described'),
      );
    }
    return names.length;
  }

  async function describe(name: string): Promise<void> {
    const whole = await files.read(name);
    if (!whole) return;
    if (nameOf(whole) !== name) throw new Error('the picture does not match its name');
    await store(whole);
  }

  /** Continues where the last run stopped. */
  return async function describeOldPictures() {
    if (isRecent(clock, lastPassAt, passIntervalMs)) return;
    const yieldIfDue = createYielder();
    let described = 0;
    for (let step = 0; step < stepsPerRun && described < describedPerRun; step += 1) {
      const gameIds = await repository.listGameIds(db, lastGame, gamesPerStep);
      described += await describeOf(gameIds);
      lastGame = gameIds.at(-1) ?? '';
      if (gameIds.length < gamesPerStep) {
        lastGame = '';
        lastPassAt = isoAt(clock);
        return;
      }
      await yieldIfDue();
    }
  };
}

interface ArtworkSweepDeps extends Pick<Base, 'db' | 'clock' | 'log'> {
  files: PictureStorage;
}

/** An unused picture is kept for this long after it was uploaded or assigned, because an admin may spend a day on an edit. */
const unusedKeptMs = dayMs;
const batchSize = 300;
/**
 * Removing the four files of a picture takes less than this: an object store has 30 seconds for each. So the lease is never renewed. Its
 * end time identifies the claim. If the node dies, another node continues after this time.
 */
const leaseMs = 5 * minuteMs;

/**
 * A job that removes pictures no game uses. It deletes the row and records the removal in one transaction, then deletes the
 * files, then the record.
 */
function createArtworkSweep({ db, files, clock, log }: ArtworkSweepDeps) {
  async function deleteUnusedRows(before: string): Promise<void> {
    const yieldIfDue = createYielder();
    let names: string[] = [];
    do {
      names = await repository.listNames(db, 'artworks', { after: names.at(-1) ?? '', limit: batchSize });
      for (const name of await repository.listUnused(db, names, before)) {
        await db.transaction().execute((trx) => repository.deleteIfUnused(trx, name, before));
      }
      await yieldIfDue();
    } while (names.length === batchSize);
  }

  /** Only an upload of the same picture waits for this. Returns whether the files were removed. */
  async function remove(name: string): Promise<boolean> {
    const leaseUntil = isoAt(clock, leaseMs);
    if (!(await repository.claimRemoval(db, name, { leaseUntil, now: isoAt(clock) }))) return false;
    // The picture was uploaded again after its removal was recorded.
    const isBack = (await repository.findArtwork(db, name)) !== undefined;
    if (!isBack) await files.remove(allNames(name));
    await repository.deleteRemoval(db, name, leaseUntil);
    return !isBack;
  }

  /** A failure does not stop the sweep. */
  async function removeOrLog(name: string): Promise<boolean> {
    try {
      return await remove(name);
    } catch (error) {
      log.error({ err: error, name }, 'a picture could not be removed yet');
      return false;
    }
  }

  return async function sweep(): Promise<void> {
    await deleteUnusedRows(isoAt(clock, -unusedKeptMs));
    let removed = 0;
    let names: string[] = [];
    do {
      names = await repository.listNames(db, 'artworkRemovals', {
        after: names.at(-1) ?? '',
        limit: batchSize,
      });
      if (names.length > 0 && (await areRemovalsHeld(db, isoAt(clock)))) return;
      for (const name of names) removed += Number(await removeOrLog(name));
    } while (names.length === batchSize);
    if (removed > 0) log.info({ removed }, 'pictures that no game uses were removed');
  };
}

/** Returns the names of the full-size picture and of its smaller sizes. */
function allNames(name: string): string[] {
  return [name, ...artworkWidths.map((width) => artworkNameAt(name, width))];
}
