// Keeps the index up to date: reads all games once, then those that the log of changes lists. Each node does this independently.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Stamp } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import { listEntries, listEntriesAfter, newestVersion, prepareListChanges } from './catalogue.repository.ts';
import { CatalogueIndex, type Entry } from './catalogue-index.ts';

/** Few, so that other statements do not wait long. */
const gamesAtOnce = 500;
const changesAtOnce = 5000;

export interface CatalogueFeed {
  /** Returns the index with everything that was committed before this call. Use it before the next `await`. */
  refresh(): Promise<CatalogueIndex>;
  /** Ends a load in progress. */
  close(): Promise<void>;
}

interface State {
  index: CatalogueIndex;
  /** The newest change in the index. */
  version: number;
}

export function createCatalogueFeed(db: Db, stamp: Stamp): CatalogueFeed {
  const listChanges = prepareListChanges(db);
  let state: State | undefined;
  /** The stamp of the database when `state` was last up to date. */
  let stampOfState: string | undefined;
  /** The replacement of a worn `state`, once it is built. */
  let successor: State | undefined;
  let building: Promise<void> | undefined;
  let isClosed = false;
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<CatalogueIndex> | undefined;

  /** Runs one update at a time. Callers share an update that has not begun yet, because it will see all their changes. */
  async function refresh(): Promise<CatalogueIndex> {
    if (state && stampOfState !== undefined && stampOfState === stamp()) return state.index;
    next ??= running.then(begin, begin);
    return next;
  }

  function begin(): Promise<CatalogueIndex> {
    running = next as Promise<CatalogueIndex>;
    next = undefined;
    return catchUp();
  }

  /** @throws database errors; the next update tries again */
  async function catchUp(): Promise<CatalogueIndex> {
    if (successor) [state, successor] = [successor, undefined];
    for (;;) {
      state ??= await load();
      const before = stamp();
      const changes = await listChanges(state.version, changesAtOnce);
      const [last, ...missing] = changes;
      if ((last?.version ?? 0) !== state.version) {
        // The log was trimmed beyond this version, so the missed changes are unknown.
        state = undefined;
        continue;
      }
      if (missing.length > 0) {
        const ids = new Set(missing.flatMap(({ gameId }) => gameId ?? []));
        for (const slice of slices([...ids], gamesAtOnce)) await readAgain(state.index, slice);
        state.version = missing.at(-1)?.version ?? state.version;
      }
      if (changes.length < changesAtOnce) {
        stampOfState = before;
        if (state.index.isWorn) building ??= buildSuccessor();
        return state.index;
      }
    }
  }

  async function readAgain(index: CatalogueIndex, ids: string[]): Promise<void> {
    const found = new Map<string, Entry>();
    for (const entry of await listEntries(db, ids)) found.set(entry.id, entry);
    for (const id of ids) {
      const entry = found.get(id);
      if (entry) index.put(entry);
      else index.remove(id);
    }
  }

  /** The worn index answers requests in the meantime. The next update brings the new index up to date. */
  async function buildSuccessor(): Promise<void> {
    try {
      successor = await load();
      stampOfState = undefined;
    } catch {
      // The next request tries again, and reports the error if it persists.
    } finally {
      building = undefined;
    }
  }

  /** Reads the version first, so that games that change during the load are read again afterwards. */
  async function load(): Promise<State> {
    const version = await newestVersion(db);
    const index = new CatalogueIndex();
    let last = '';
    for (;;) {
      let read = 0;
      for (const entry of await listEntriesAfter(db, last, gamesAtOnce)) {
        index.add(entry);
        last = entry.id;
        read += 1;
      }
      await takeBreath();
      if (read < gamesAtOnce) break;
    }
    for (const _ of index.build()) await takeBreath();
    return { index, version };
  }

  /** Lets the event loop run. */
  async function takeBreath(): Promise<void> {
    await breathe();
    if (isClosed) throw new AppError('unavailable', 'The server is stopping.');
  }

  return {
    refresh,
    async close() {
      isClosed = true;
      await Promise.allSettled([running, next, building]);
    },
  };
}

function* slices<T>(all: T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
