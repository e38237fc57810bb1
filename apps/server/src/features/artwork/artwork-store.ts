// Keeps one picture: its files, then its row. What fails leaves nothing behind; who sends a picture in that is being swept
// away finds it kept in the end. Used by the artwork service.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ArtworkKept } from '@cellar/contract/artwork.ts';
import { artworkNameAt, artworkUrl, artworkWidths } from '@cellar/contract/rules/artwork.ts';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import * as repository from './artwork.repository.ts';
import type { ArtworkFiles, NamedPicture } from './artwork-files.ts';
import { describeWhole, renderAt } from './render-picture.ts';

interface Deps {
  db: Db;
  files: ArtworkFiles;
  clock: Clock;
}

const sweepPollMs = 20;

export function createArtworkStore({ db, files, clock }: Deps) {
  const underWay = new Map<string, Promise<ArtworkKept>>();

  /** Files first, then the row: where the row is, all the files are. */
  async function store(name: string, whole: Buffer): Promise<ArtworkKept> {
    const known = await repository.touchArtwork(db, name, isoAt(clock));
    if (known && (await files.has(name))) return present(known);
    const facts = await describeWhole(whole);
    const pictures = [{ name, bytes: whole }];
    for (const width of artworkWidths) {
      pictures.push({ name: artworkNameAt(name, width), bytes: await renderAt(whole, width) });
    }
    const row = { name, ...facts, fileSize: whole.length, createdAt: isoAt(clock) };
    await putDown(pictures, row);
    return present(row);
  }

  /** Keeps a later sweep from the files. False while one removes them. */
  function record(row: repository.ArtworkRow): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      if (!(await repository.cancelRemoval(trx, row.name, isoAt(clock)))) return false;
      await repository.insertArtwork(trx, row);
      return true;
    });
  }

  async function putDown(pictures: NamedPicture[], row: repository.ArtworkRow): Promise<void> {
    const names = pictures.map(({ name }) => name);
    const added: string[] = [];
    for (const name of names) if (!(await files.has(name))) added.push(name);
    try {
      await files.write(pictures);
      while (!(await record(row))) await sleep(sweepPollMs);
    } catch (error) {
      await discardUnrecorded(row.name, added);
      throw error;
    }
    if (!(await files.hasAll(names))) await files.write(pictures);
  }

  /** A commit may hold though its answer was lost: files go only when it is sure that no row says they are there. */
  async function discardUnrecorded(name: string, added: string[]): Promise<void> {
    const isRecorded = await repository.findArtwork(db, name).then(Boolean, () => true);
    if (!isRecorded) await files.remove(added);
  }

  /** Idempotent. Two at once that are the same go one after the other: one that fails must not take the other's files. */
  return function storeInTurn(whole: Buffer): Promise<ArtworkKept> {
    const name = nameOf(whole);
    const before = underWay.get(name)?.catch(() => undefined);
    const work = Promise.resolve(before).then(() => store(name, whole));
    underWay.set(name, work);
    return work.finally(() => {
      if (underWay.get(name) === work) underWay.delete(name);
    });
  };
}

export function nameOf(whole: Buffer): string {
  return `${createHash('sha256').update(whole).digest('hex')}.webp`;
}

function present({ name, width, height, thumbhash }: Omit<ArtworkKept, 'url'>): ArtworkKept {
  return { name, url: artworkUrl(name), width, height, thumbhash };
}
