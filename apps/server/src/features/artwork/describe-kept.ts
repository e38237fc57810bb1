// Looks for pictures of games that have no row, which only a version before the table of pictures left behind: once after the
// start, and once a day, a few games at a time. Used by the artwork service, as a job.
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import { createBreather } from '#platform/breather.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import * as repository from './artwork.repository.ts';
import type { ArtworkFiles } from './artwork-files.ts';

interface Deps {
  db: Db;
  files: ArtworkFiles;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Makes the sizes and the row. */
  describe(name: string): Promise<void>;
}

const betweenPassesMs = 24 * 3600_000;
const gamesPerStep = 50;
const stepsPerRun = 200;
const describedPerRun = 50;

export function createDescribeKept({ db, files, clock, log, describe }: Deps): () => Promise<void> {
  let lastGame = '';
  let nextPassAt = '';

  async function describeOf(gameIds: string[]): Promise<number> {
    const names = await repository.listUnknown(db, gameIds);
    for (const name of names) {
      await describe(name).catch((error) =>
        log.warn({ err: error, name }, 'a picture could not be described'),
      );
    }
    return names.length;
  }

  /** Goes on where the last run stopped. */
  return async function describeKept() {
    if (isoAt(clock) < nextPassAt) return;
    if (lastGame === '') await files.removeLeftovers();
    const breathe = createBreather();
    let described = 0;
    for (let step = 0; step < stepsPerRun && described < describedPerRun; step += 1) {
      const gameIds = await repository.listGameIds(db, lastGame, gamesPerStep);
      described += await describeOf(gameIds);
      lastGame = gameIds.at(-1) ?? '';
      if (gameIds.length < gamesPerStep) {
        lastGame = '';
        nextPassAt = isoAt(clock, betweenPassesMs);
        return;
      }
      await breathe();
    }
  };
}
