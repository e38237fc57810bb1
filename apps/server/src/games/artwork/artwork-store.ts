// Stores a picture: its files, then its row. A failure leaves nothing behind. If a picture is uploaded again while a sweep
// removes it, its row is inserted after the sweep has finished with it.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ArtworkKept } from '@cellar/contract/games/artwork.ts';
import { artworkNameAt, artworkUrl, artworkWidths } from '@cellar/contract/games/rules/artwork.ts';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import type { NamedPicture, PictureStorage } from '#platform/storage/storage.ts';
import * as repository from './artwork.repository.ts';
import { describeWhole, renderAt } from './render-picture.ts';

interface Deps {
  db: Db;
  files: PictureStorage;
  clock: Clock;
}

const sweepPollMs = 20;

/** Returns a function that stores a full-size picture. */
export function createArtworkStore(deps: Deps) {
  const inProgress = new Map<string, Promise<ArtworkKept>>();

  /** Idempotent. Stores identical pictures one after the other, so that a failure cannot remove the files of another upload. */
  return function storeInTurn(whole: Buffer): Promise<ArtworkKept> {
    const name = nameOf(whole);
    const before = inProgress.get(name)?.catch(() => undefined);
    const work = Promise.resolve(before).then(() => store(deps, name, whole));
    inProgress.set(name, work);
    return work.finally(() => {
      if (inProgress.get(name) === work) inProgress.delete(name);
    });
  };
}

/** Writes the files before the row, so that a row always has all its files. */
async function store(deps: Deps, name: string, whole: Buffer): Promise<ArtworkKept> {
  const { db, files, clock } = deps;
  const known = await repository.touchArtwork(db, name, isoAt(clock));
  if (known && (await files.has(name))) return present(known);
  const facts = await describeWhole(whole);
  const pictures = [{ name, bytes: whole }];
  for (const width of artworkWidths) {
    pictures.push({ name: artworkNameAt(name, width), bytes: await renderAt(whole, width) });
  }
  const row = { name, ...facts, fileSize: whole.length, createdAt: isoAt(clock) };
  await writeAndRecord(deps, pictures, row);
  return present(row);
}

async function writeAndRecord(
  deps: Deps,
  pictures: NamedPicture[],
  row: repository.ArtworkRow,
): Promise<void> {
  const { files } = deps;
  const added = await listAbsent(files, pictures);
  try {
    await files.write(pictures);
    while (!(await record(deps, row))) await sleep(sweepPollMs);
  } catch (error) {
    await discardUnrecorded(deps, row.name, added);
    throw error;
  }
  if ((await listAbsent(files, pictures)).length > 0) await files.write(pictures);
}

/** Inserts the row, which protects the files from later sweeps. Returns false while a sweep is removing them. */
function record({ db, clock }: Deps, row: repository.ArtworkRow): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await repository.cancelRemoval(trx, row.name, isoAt(clock)))) return false;
    await repository.insertArtwork(trx, row);
    return true;
  });
}

/** Removes the files unless a row for them exists: the commit may have succeeded even if its confirmation was lost. */
async function discardUnrecorded({ db, files }: Deps, name: string, added: string[]): Promise<void> {
  const isRecorded = await repository.findArtwork(db, name).then(Boolean, () => true);
  if (!isRecorded) await files.remove(added);
}

async function listAbsent(files: PictureStorage, pictures: NamedPicture[]): Promise<string[]> {
  const absent: string[] = [];
  for (const { name } of pictures) if (!(await files.has(name))) absent.push(name);
  return absent;
}

export function nameOf(whole: Buffer): string {
  return `${createHash('sha256').update(whole).digest('hex')}.webp`;
}

function present({ name, width, height, thumbhash }: Omit<ArtworkKept, 'url'>): ArtworkKept {
  return { name, url: artworkUrl(name), width, height, thumbhash };
}
