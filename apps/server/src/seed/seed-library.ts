// Adds invented games to a library, to try and measure it at scale (`npx cellar seed --games N`).
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { foldText, titleKey } from '@cellar/contract/rules/sort.ts';
import type { Insertable } from 'kysely';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import type { Schema, Trx } from '#db/schema.ts';
import { demoGames, readPicture } from '#demo/demo-library.ts';
import type { ArtworkService } from '#games/artwork/artwork.service.ts';
import type { ArtworksTable, GameGenresTable, GameMediaTable, GamesTable } from '#games/tables.ts';
import { AppError } from '#http/errors.ts';
import { duplicateFile } from '#platform/storage/disk/disk-files.ts';
import { diskFolders } from '#platform/storage/disk/disk-folders.ts';
import type { Storage, StoredStream } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import type { Config } from '#start/config.ts';
import type { Services } from '#start/services.ts';
import type { GameFilesTable } from '#transfer/tables.ts';
import { inventFacts } from './invent-game.ts';
import { type InventedTitle, inventTitles } from './invent-titles.ts';
import { createRandom, type Random } from './random.ts';
import { createPictureSource } from './seed-pictures.ts';

export interface SeedOptions {
  games: number;
  /** The same seed invents the same games in the same library. */
  randomSeed: string;
  /** The number of covers that the games share. 0 for games without covers. */
  covers: number;
  /** Gives each game a unique cover. */
  ownCovers?: boolean;
  /** The number of unique screenshots per game. */
  screenshots?: number;
  /** False adds only the database rows of unique pictures, not their files. */
  pictureFiles?: boolean;
}

export interface Seeded {
  games: number;
  files: number;
}

interface Batch {
  games: Insertable<GamesTable>[];
  genres: GameGenresTable[];
  /** The rows without the columns of the stored file. */
  files: Pick<GameFilesTable, 'id' | 'gameId' | 'platform' | 'extension' | 'createdAt'>[];
}

const gamesPerBatch = 5000;
const coveredShare = 0.92;
const addedWithinMs = 3 * 365 * 24 * 3600_000;

/**
 * Adds games in batches. For each batch, writes the files first and then the rows in one transaction, so that an interrupted
 * run has added only complete games. Calls `onBatch` with the totals so far.
 */
export async function seedLibrary(
  services: Services,
  options: SeedOptions,
  onBatch: (added: Seeded) => void = () => undefined,
): Promise<Seeded> {
  const { games, randomSeed, covers, ownCovers = false, screenshots = 0, pictureFiles = true } = options;
  const { database, storage, config, artwork } = services;
  const random = createRandom(randomSeed);
  const titles = inventTitles(random, await listTitleKeys(services));
  const createFiles = createArchiveSource(storage, requireDisk(config));
  const pictures = ownCovers ? [] : await keepCovers(artwork, Math.min(covers, games));
  const addPictures = await createPictureAdding(services, { ownCovers, screenshots, pictureFiles });
  const added: Seeded = { games: 0, files: 0 };
  while (added.games < games) {
    const count = Math.min(gamesPerBatch, games - added.games);
    const batch = inventBatch(random, { titles, count, pictures });
    const stored = await createFiles(batch.files.length);
    const files = batch.files.map((file, at) => ({ ...file, ...(stored[at] as (typeof stored)[number]) }));
    const { artworks, media } = await addPictures(batch.games);
    await database.db.transaction().execute(async (trx) => {
      await insertRows(trx, 'artworks', artworks);
      await insertRows(trx, 'games', batch.games);
      await insertRows(trx, 'gameMedia', media);
      await insertRows(trx, 'gameGenres', batch.genres);
      await insertRows(trx, 'gameFiles', files);
    });
    added.games += count;
    added.files += files.length;
    onBatch(added);
  }
  return added;
}

interface Pictures {
  artworks: ArtworksTable[];
  media: GameMediaTable[];
}

/** Copies on a disk share its space, which an object store does not offer. */
function requireDisk({ storage }: Config): string {
  if (storage.kind === 'disk') return storage.root;
  throw new AppError('forbidden', 'Invented games need a storage on a disk (STORAGE_URL=file:PATH).');
}

type PictureOptions = Required<Pick<SeedOptions, 'ownCovers' | 'screenshots' | 'pictureFiles'>>;

/** Returns a function that adds unique pictures to games and returns the rows to insert together with the games. */
async function createPictureAdding(
  { config }: Services,
  { ownCovers, screenshots, pictureFiles }: PictureOptions,
): Promise<(games: Batch['games']) => Promise<Pictures>> {
  if (!ownCovers && screenshots === 0) return async () => ({ artworks: [], media: [] });
  const createPictures = await createPictureSource(join(config.dataDir, 'artwork'), {
    random: createRandom(newId()),
    withFiles: pictureFiles,
  });
  return async (games) => {
    const pictures: Pictures = { artworks: [], media: [] };
    for (const game of games) {
      const covers = ownCovers ? await createPictures('cover', 1, game.createdAt) : [];
      const images = await createPictures('screenshot', screenshots, game.createdAt);
      if (covers[0]) game.boxArt = covers[0].name;
      pictures.artworks.push(...covers, ...images);
      pictures.media.push(
        ...images.map(({ name }, position) => ({
          gameId: game.id,
          kind: 'image' as const,
          position,
          value: name,
        })),
      );
    }
    return pictures;
  };
}

async function listTitleKeys({ database }: Services): Promise<Set<string>> {
  const rows = await database.db.selectFrom('games').select('titleKey').execute();
  return new Set(rows.map((row) => row.titleKey));
}

interface Source {
  titles: Generator<InventedTitle, never>;
  count: number;
  pictures: readonly string[];
}

function inventBatch(random: Random, { titles, count, pictures }: Source): Batch {
  const batch: Batch = { games: [], genres: [], files: [] };
  for (let number = 0; number < count; number += 1) {
    const { title, franchise } = titles.next().value;
    const { genres, platforms, modes, ...facts } = inventFacts(random);
    const gameId = newId();
    const createdAt = new Date(Date.now() - random.next() * addedWithinMs).toISOString();
    batch.games.push({
      ...facts,
      modes: JSON.stringify(modes),
      id: gameId,
      title,
      titleKey: titleKey(title),
      titleFold: foldText(title),
      createdAt,
      franchise,
      // Digests do not announce invented games.
      announcedAt: createdAt,
      collection: franchise && random.chance(0.2) ? `${franchise} Collection` : null,
      boxArt: pictures.length > 0 && random.chance(coveredShare) ? random.pick(pictures) : null,
    });
    for (const [position, genre] of genres.entries()) batch.genres.push({ gameId, position, genre });
    for (const platform of platforms) {
      batch.files.push({ id: newId(), gameId, platform, extension: '.zip', createdAt });
    }
  }
  return batch;
}

// Covers that the invented games share: the demo's covers in other colors.

/** The number of covers in progress: other threads encode one while another is stored. */
const parallelCovers = 2;

/** Stores `count` covers and returns their names. */
async function keepCovers(artwork: ArtworkService, count: number): Promise<string[]> {
  const limit = pLimit(parallelCovers);
  const keepOne = async (number: number) => artwork.keep(await recolorCover(number));
  return limit.map(Array.from({ length: count }).keys(), keepOne);
}

/** The hue changes with each round through the demo's covers. */
async function recolorCover(number: number): Promise<Buffer> {
  const { cover } = demoGames[number % demoGames.length] as (typeof demoGames)[number];
  const hue = 47 * (1 + Math.floor(number / demoGames.length));
  return sharp(await readPicture(cover))
    .modulate({ hue: hue % 360 })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
}

// Archives for invented games. A few real ZIP files are stored like uploads, and then linked on the disk, so that a hundred
// thousand games take almost no space.

/** Kilobytes of random bytes in each archive. Small, because some filesystems store every duplicate as a full copy. */
const sizesKb = [2, 3, 5, 8, 12, 17, 24, 32];

const note =
  'This archive belongs to a game that does not exist: it was made by `cellar seed`, to try Cellar at scale.\n';

/** Returns a function that stores `count` archives, each in a separate file. `root`: the folder of the storage. */
function createArchiveSource(storage: Storage, root: string) {
  const sources: StoredStream[] = [];

  return async function createFiles(count: number): Promise<StoredStream[]> {
    const files: StoredStream[] = [];
    if (sources.length === 0) {
      sources.push(
        ...(await Promise.all(sizesKb.slice(0, count).map((size) => storeArchive(storage, size)))),
      );
      // The originals also belong to games, so that every file has a game.
      files.push(...sources);
    }
    const wanted = count - files.length;
    const copies = sources.map(async ({ storageKey, ...facts }, at) => {
      const keys = await duplicateFile(
        diskFolders(root),
        storageKey,
        Math.floor((wanted + at) / sources.length),
      );
      return keys.map((key) => ({ storageKey: key, ...facts }));
    });
    return [...files, ...(await Promise.all(copies)).flat()];
  };
}

function storeArchive(storage: Storage, sizeKb: number): Promise<StoredStream> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(note), 'README.txt');
  zip.addBuffer(randomBytes(sizeKb * 1024), 'data/filler.bin', { compress: false });
  zip.end();
  return storage.storeFile(newId(), zip.outputStream as Readable);
}

// Inserts many rows with as few statements as possible.

/** SQLite accepts 32,766 values per statement, PostgreSQL 65,535. */
const valuesPerStatement = 30_000;

export async function insertRows<Table extends keyof Schema>(
  trx: Trx,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).length;
  const rowsPerStatement = Math.min(1000, Math.floor(valuesPerStatement / Math.max(1, columns)));
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await trx
      .insertInto(table)
      .values(rows.slice(at, at + rowsPerStatement) as never)
      .execute();
  }
}
