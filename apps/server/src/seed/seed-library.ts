// Fills a library with invented games, to try and measure it at size: `npx cellar seed --games N`. Called by cli.ts.
import { foldText, titleKey } from '@cellar/contract/rules/sort.ts';
import type { Insertable } from 'kysely';
import type { GameFilesTable, GameGenresTable, GamesTable, Trx } from '#db/schema.ts';
import { newId } from '#platform/tokens.ts';
import { createRandom, type Random } from '#src/demo/art/random.ts';
import type { Services } from '#src/services.ts';
import { inventFacts } from './invent-game.ts';
import { type InventedTitle, inventTitles } from './invent-titles.ts';
import { createArchiveSource } from './seed-archives.ts';
import { keepCovers } from './seed-covers.ts';

export interface SeedOptions {
  games: number;
  /** The same one invents the same games for the same library. */
  randomSeed: string;
  /** How many pictures the games share; 0 leaves them without. */
  covers: number;
}

export interface Seeded {
  games: number;
  files: number;
}

interface Batch {
  games: Insertable<GamesTable>[];
  genres: GameGenresTable[];
  /** Without their bytes yet. */
  files: Pick<GameFilesTable, 'id' | 'gameId' | 'platform' | 'extension' | 'createdAt'>[];
}

const gamesPerBatch = 5000;
/** Both databases take only so many values in one statement: 32,766 and 65,535. */
const rowsPerStatement = 1000;
const coveredShare = 0.92;
const addedWithinMs = 3 * 365 * 24 * 3600_000;

/**
 * Adds to what is there. In batches: first the files of one, then its rows in one transaction, so that a run that is
 * cut off has added whole games. `onBatch` is told how many there are so far.
 */
export async function seedLibrary(
  services: Services,
  { games, randomSeed, covers }: SeedOptions,
  onBatch: (added: Seeded) => void = () => undefined,
): Promise<Seeded> {
  const { database, storage, artwork } = services;
  const random = createRandom(randomSeed);
  const titles = inventTitles(random, await listTitleKeys(services));
  const takeFiles = createArchiveSource(storage);
  const pictures = await keepCovers(artwork, Math.min(covers, games));
  const added: Seeded = { games: 0, files: 0 };
  while (added.games < games) {
    const count = Math.min(gamesPerBatch, games - added.games);
    const batch = inventBatch(random, { titles, count, pictures });
    const stored = await takeFiles(batch.files.length);
    const files = batch.files.map((file, at) => ({ ...file, ...(stored[at] as (typeof stored)[number]) }));
    await database.db.transaction().execute(async (trx) => {
      await insertRows(trx, 'games', batch.games);
      await insertRows(trx, 'gameGenres', batch.genres);
      await insertRows(trx, 'gameFiles', files);
    });
    added.games += count;
    added.files += files.length;
    onBatch(added);
  }
  return added;
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
    const { genres, platforms, ...facts } = inventFacts(random);
    const gameId = newId();
    const createdAt = new Date(Date.now() - random.next() * addedWithinMs).toISOString();
    batch.games.push({
      ...{ id: gameId, title, titleKey: titleKey(title), titleFold: foldText(title), createdAt, franchise },
      ...facts,
      // Nobody is told of invented games.
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

async function insertRows<Table extends 'games' | 'gameGenres' | 'gameFiles'>(
  trx: Trx,
  table: Table,
  rows: readonly Insertable<
    { games: GamesTable; gameGenres: GameGenresTable; gameFiles: GameFilesTable }[Table]
  >[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await trx
      .insertInto(table)
      .values(rows.slice(at, at + rowsPerStatement) as never)
      .execute();
  }
}
