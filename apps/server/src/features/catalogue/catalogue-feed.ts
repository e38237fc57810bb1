// Keeps the index true to the database: reads everything once, then what the log of changes names. Used by the service.
// Any number of nodes do this beside each other; none has to tell another anything.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Stamp } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import { listEntries, listEntriesAfter, newestVersion, prepareListChanges } from './catalogue.repository.ts';
import { CatalogueIndex, type Entry } from './catalogue-index.ts';

/** Few, so that nobody waits long behind them. */
const gamesAtOnce = 500;
const changesAtOnce = 5000;

export interface CatalogueFeed {
  /** The catalogue with everything in it that was committed before this was called. To be used before the next `await`. */
  refresh(): Promise<CatalogueIndex>;
  /** Ends a load that is under way. */
  close(): Promise<void>;
}

interface State {
  index: CatalogueIndex;
  /** The newest change that the index has seen. */
  version: number;
}

export function createCatalogueFeed(db: Db, stamp: Stamp): CatalogueFeed {
  const listChanges = prepareListChanges(db);
  let state: State | undefined;
  /** Of the database when `state` was last found to be the newest. */
  let stampOfState: string | undefined;
  /** What takes the place of a worn `state` once it is built. */
  let successor: State | undefined;
  let building: Promise<void> | undefined;
  let isClosed = false;
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<CatalogueIndex> | undefined;

  /** One turn at a time. One that has not begun yet will see all that its callers must see, so they share it. */
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

  /** @throws what the database throws; the next turn tries again */
  async function catchUp(): Promise<CatalogueIndex> {
    if (successor) [state, successor] = [successor, undefined];
    for (;;) {
      state ??= await load();
      const before = stamp();
      const changes = await listChanges(state.version, changesAtOnce);
      const [last, ...missing] = changes;
      if ((last?.version ?? 0) !== state.version) {
        // The log was cut behind what is known here: this node slept, and nobody can say what it missed.
        state = undefined;
        continue;
      }
      if (missing.length > 0) {
        const ids = new Set(missing.flatMap(({ gameId }) => gameId ?? []));
        for (const some of slices([...ids], gamesAtOnce)) await readAgain(state.index, some);
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

  /** Beside the requests, which the worn index goes on answering; the turn after it catches up. */
  async function buildSuccessor(): Promise<void> {
    try {
      successor = await load();
      stampOfState = undefined;
    } catch {
      // Whoever asks next begins again, and is told when the database is away.
    } finally {
      building = undefined;
    }
  }

  /** The version first: what changes while the games are read is read again afterwards. */
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

  /** Lets others go in between. */
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
