// A job that adds the missing rows of pictures that a version without a table of pictures stored. It goes through all games once
// after the start and then once a day, a few games at a time.
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt, isRecent } from '#platform/clock.ts';
import { dayMs } from '#platform/durations.ts';
import { createYielder } from '#platform/event-loop.ts';
import type { PictureStorage } from '#platform/storage/storage.ts';
import * as repository from './artwork.repository.ts';
import { nameOf } from './artwork-store.ts';

interface Deps {
  db: Db;
  files: PictureStorage;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Creates the smaller sizes and the row of a full-size picture. */
  store(whole: Buffer): Promise<unknown>;
}

const passIntervalMs = dayMs;
const gamesPerStep = 50;
const stepsPerRun = 200;
const describedPerRun = 50;

export function createDescribeOldPictures({ db, files, clock, log, store }: Deps): () => Promise<void> {
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
