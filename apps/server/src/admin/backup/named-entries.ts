// The files that a database names. Every table that refers to stored files or pictures must be listed here.
import { artworkName, artworkNameAt, artworkWidths } from '@cellar/contract/games/rules/artwork.ts';
import type { Db } from '#db/schema.ts';
import type { NamedEntry } from './entries.ts';

const batch = 500;

/** Yields them in the order of the list of a backup, except for pictures of old versions, which come last. */
export async function* listNamed(db: Db): AsyncGenerator<NamedEntry> {
  for await (const file of inBatches((after) => listFiles(db, after))) yield { kind: 'file', ...file };
  for await (const { name } of inBatches((after) => listPictures(db, after))) yield* sizesOf(name);
  for (const name of await listOldPictures(db)) yield* sizesOf(name);
}

export async function countNamed(db: Db) {
  const { games } = await db
    .selectFrom('games')
    .select((eb) => eb.fn.countAll<number>().as('games'))
    .executeTakeFirstOrThrow();
  const { files, bytes } = await db
    .selectFrom(allFiles(db).as('named'))
    .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number | null>('size').as('bytes')])
    .executeTakeFirstOrThrow();
  const { pictures } = await db
    .selectFrom('artworks')
    .select((eb) => eb.fn.countAll<number>().as('pictures'))
    .executeTakeFirstOrThrow();
  return {
    games: Number(games),
    files: Number(files),
    bytes: Number(bytes ?? 0),
    pictures: Number(pictures),
  };
}

async function* inBatches<Row extends { name: string }>(
  list: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let rows: Row[] = [];
  do {
    rows = await list(rows.at(-1)?.name ?? '');
    yield* rows;
  } while (rows.length === batch);
}

function allFiles(db: Db) {
  // Files in library folders are not Cellar's. Their rows are in the database, so they are known again after a restore.
  return db
    .selectFrom('gameFiles')
    .where('libraryItemId', 'is', null)
    .select(['storageKey as name', 'fileSize as size', 'sha256'])
    .unionAll(
      db
        .selectFrom('gameExtras')
        .where('libraryItemId', 'is', null)
        .select(['storageKey as name', 'fileSize as size', 'sha256']),
    )
    .unionAll(db.selectFrom('cheatFiles').select(['storageKey as name', 'fileSize as size', 'sha256']));
}

async function listFiles(db: Db, after: string) {
  const rows = await db
    .selectFrom(allFiles(db).as('named'))
    .selectAll()
    .where('name', '>', after)
    .orderBy('name')
    .limit(batch)
    .execute();
  return rows.map(({ name, size, sha256 }) => ({ name, size, sha256: sha256 ?? undefined }));
}

function listPictures(db: Db, after: string) {
  const query = db.selectFrom('artworks').select('name').where('name', '>', after);
  return query.orderBy('name').limit(batch).execute();
}

/** Lists pictures without a row of their own, which versions without a table of pictures stored. Usually there are none. */
async function listOldPictures(db: Db): Promise<string[]> {
  const covers = db
    .selectFrom('games')
    .select('boxArt as name')
    .where('boxArt', 'is not', null)
    .$narrowType<{ name: string }>();
  const images = db.selectFrom('gameMedia').select('value as name').where('kind', '=', 'image');
  const rows = await db
    .selectFrom(covers.union(images).as('used'))
    .select('used.name')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('artworks').select('artworks.name').whereRef('artworks.name', '=', 'used.name'))),
    )
    .orderBy('used.name')
    .execute();
  return rows.map(({ name }) => name).filter((name) => artworkName.test(name));
}

/** In sorted order. Pictures of old versions may lack the smaller sizes, which are made when they are requested. */
function* sizesOf(name: string): Generator<NamedEntry> {
  const digest = artworkName.exec(name)?.[1];
  if (!digest) return;
  const smaller = artworkWidths.map((width) => artworkNameAt(name, width));
  for (const each of smaller) yield { kind: 'picture', name: each };
  yield { kind: 'picture', name, sha256: digest };
}
