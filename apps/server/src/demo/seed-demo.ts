// Fills an empty library with a demo: `npm start -- --demo`. Needs no network.

import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { cheatFields } from '@cellar/contract/games/cheats.ts';
import { cheatExtension } from '@cellar/contract/games/rules/cheats.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import pLimit from 'p-limit';
import { ZipFile } from 'yazl';
import type { Trx } from '#db/schema.ts';
import { dayMs } from '#platform/clock.ts';
import { hashPassword } from '#platform/passwords.ts';
import type { Storage, StoredStream } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import { createRandom } from '#seed/random.ts';
import type { Services } from '#start/services.ts';
import { type DemoCheat, type DemoGame, demoCheats, demoGames, readPicture } from './demo-library.ts';
import { addCollections, adminEmail, demoPassword, hasDemoMembers, insertMembers } from './demo-members.ts';

/** The number of games added at the same time: other threads encode the pictures of one while the other is stored. */
const parallelGames = 2;

export async function seedDemo(services: Services, say: (line: string) => void): Promise<void> {
  const known = await listTitleKeys(services);
  const demoKeys = new Set(demoGames.map(({ title }) => titleKey(title)));
  if ([...known].some((key) => !demoKeys.has(key))) {
    say('The library already has games, so the demo was not added.');
    return;
  }
  const missing = demoGames.filter(({ title }) => !known.has(titleKey(title)));
  if (missing.length > 0) {
    say('Filling the demo library…');
    await addGames(services, missing);
  }
  await addPeople(services, say);
}

async function listTitleKeys({ database }: Services): Promise<Set<string>> {
  const rows = await database.db.selectFrom('games').select('titleKey').execute();
  return new Set(rows.map((row) => row.titleKey));
}

async function addGames(services: Services, games: readonly DemoGame[]): Promise<void> {
  await pLimit(parallelGames).map(games, (game) => addGame(services, game));
}

/** Stores pictures and archives first, then writes the rows in one transaction: the game exists completely or not at all. */
async function addGame(services: Services, game: DemoGame): Promise<void> {
  const { artwork, storage, database, games, files } = services;
  const { title, license: _, platforms, cover, screenshots, ...facts } = game;
  const keepPicture = async (fileName: string) => artwork.keep(await readPicture(fileName));
  const [boxArt = '', ...images] = await Promise.all([cover, ...screenshots].map(keepPicture));
  const archives: StoredArchive[] = [];
  for (const platform of platforms) archives.push(await storeArchive(storage, game, platform));
  const cheats = await storeCheats(services, title);
  await database.db.transaction().execute(async (trx) => {
    const gameId = await games.ensureGame(trx, title, { ...facts, boxArt });
    for (const { sha256: __, ...file } of archives)
      await files.addFile(trx, { gameId, extension: '.zip', ...file });
    await insertImages(trx, gameId, images);
    const createdAt = addedAt(game);
    await insertCheats(trx, services, { gameId, createdAt, stored: cheats });
    await setPast(trx, { gameId, addedAt: createdAt, archives });
  });
}

async function insertImages(trx: Trx, gameId: string, images: readonly string[]): Promise<void> {
  if (images.length === 0) return;
  const rows = images.map((value, position) => ({ gameId, kind: 'image' as const, position, value }));
  await trx.insertInto('gameMedia').values(rows).execute();
}

/** Spreads the games over some months, one every few days. The first game of the list is the newest. */
function addedAt({ title }: DemoGame): string {
  const place = demoGames.findIndex((game) => game.title === title);
  const daysAgo = 0.4 + place * 4.3 + createRandom(title).between(0, 3);
  return new Date(Date.now() - daysAgo * dayMs).toISOString();
}

interface Past {
  gameId: string;
  addedAt: string;
  archives: readonly StoredArchive[];
}

/** Sets past dates, and marks the game as announced. Otherwise it would be new, and a job would announce it to members. */
async function setPast(trx: Trx, { gameId, addedAt: createdAt, archives }: Past): Promise<void> {
  await trx
    .updateTable('games')
    .set({ createdAt, announcedAt: createdAt })
    .where('id', '=', gameId)
    .execute();
  for (const { storageKey, sha256 } of archives) {
    await trx
      .updateTable('gameFiles')
      .set({ createdAt, sha256 })
      .where('storageKey', '=', storageKey)
      .execute();
  }
}

async function addPeople(services: Services, say: (line: string) => void): Promise<void> {
  const { database, setup } = services;
  const isFresh = !(await hasDemoMembers(database.db));
  const isFirst = await setup.needsSetup();
  if (isFirst) await setup.createFirstAdmin({ name: 'Admin', email: adminEmail, password: demoPassword });
  if (isFresh) {
    const past = {
      now: new Date(),
      random: createRandom('activity'),
      passwordHash: await hashPassword(demoPassword),
    };
    await database.db.transaction().execute((trx) => insertMembers(trx, past));
    await addCollections(services, past.now);
  }
  if (!isFirst && !isFresh) {
    say('The demo library already exists.');
    return;
  }
  say(
    isFirst
      ? `Demo admin: ${adminEmail} with the password ${demoPassword}`
      : 'The demo keeps your existing admin.',
  );
  say(
    `Demo members: member@, pending@, unverified@ and suspended@cellar.example with the password ${demoPassword}`,
  );
}

interface StoredArchive extends StoredStream {
  platform: string;
}

/** One archive is large, so that its download takes long enough to watch. */
const bigOne = { title: '0 A.D.', platform: 'Windows', bytes: 60 * 1024 * 1024 };

function payloadBytes(title: string, platform: string): number {
  if (title === bigOne.title && platform === bigOne.platform) return bigOne.bytes;
  return createRandom(`${title} ${platform}`).whole(8, 400) * 1024;
}

function readme({ title, description }: DemoGame, platform: string): string {
  const note =
    'This archive belongs to the demo library of Cellar. It stands in for the game and does not contain it: get the game itself from its makers.';
  return `${title} (${platform})\n\n${description}\n\n${note}\n`;
}

function zip(game: DemoGame, platform: string): ZipFile {
  const archive = new ZipFile();
  const license = `${game.title} is free to download and share. License: ${game.license}.\n`;
  archive.addBuffer(Buffer.from(readme(game, platform)), 'README.txt');
  archive.addBuffer(Buffer.from(license), 'LICENSE.txt');
  const size = payloadBytes(game.title, platform);
  archive.addReadStream(Readable.from(noise(size)), 'data/filler.bin', { compress: false, size });
  archive.end();
  return archive;
}

/** Small real archives for the demo's games: a note, the license, and random bytes as filler. */
async function storeArchive(storage: Storage, game: DemoGame, platform: string): Promise<StoredArchive> {
  const stored = await storage.storeFile(newId(), zip(game, platform).outputStream as Readable);
  return { platform, ...stored };
}

/** Yields random bytes, because a connection that compresses would transfer zeros almost instantly. */
function* noise(bytes: number): Generator<Buffer> {
  const pieceBytes = 256 * 1024;
  for (let left = bytes; left > 0; left -= pieceBytes) yield randomBytes(Math.min(left, pieceBytes));
}

interface StoredCheat {
  cheat: DemoCheat;
  archive: StoredStream;
}

/** Stores the demo's cheat files. */
async function storeCheats({ cheats }: Services, title: string): Promise<StoredCheat[]> {
  const stored: StoredCheat[] = [];
  for (const cheat of demoCheats.filter(({ game }) => game === title)) {
    const extension = cheatExtension(cheat.fileName);
    if (!extension) throw new Error(`the demo has a cheat file called ${cheat.fileName}`);
    const stream = extension === '.ct' ? Readable.from([table(cheat)]) : textArchive(cheat);
    const source = { stream, fileName: cheat.fileName, extension, fields: Promise.resolve(fieldsOf(cheat)) };
    stored.push({ cheat, archive: await cheats.store(source) });
  }
  return stored;
}

/** Called within the transaction that inserts the game. */
async function insertCheats(
  trx: Trx,
  { cheats }: Services,
  { gameId, createdAt, stored }: { gameId: string; createdAt: string; stored: StoredCheat[] },
): Promise<void> {
  for (const { cheat, archive } of stored) {
    const facts = { gameId, fields: fieldsOf(cheat), originalFileName: cheat.fileName, archive };
    const { id } = await cheats.insert(trx, facts);
    const past = { createdAt, downloadCount: cheat.downloads };
    await trx.updateTable('cheatFiles').set(past).where('id', '=', id).execute();
  }
}

function fieldsOf({ game: _, fileName: __, downloads: ___, ...fields }: DemoCheat) {
  return cheatFields.parse(fields);
}

const note =
  'This file belongs to the demo library of Cellar. It contains only this text and changes no game.';

function textArchive({ name, game }: DemoCheat): Readable {
  const archive = new ZipFile();
  archive.addBuffer(Buffer.from(`${name} for ${game}\n\n${note}\n`), 'README.txt');
  archive.end();
  return archive.outputStream as Readable;
}

/** A Cheat Engine table without entries. */
function table({ name, game }: DemoCheat): Buffer {
  const comments = `${name} for ${game}. ${note}`;
  return Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?>\n<CheatTable CheatEngineTableVersion="45">\n  <CheatEntries/>\n  <Comments>${comments}</Comments>\n</CheatTable>\n`,
  );
}
