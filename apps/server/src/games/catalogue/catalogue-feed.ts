// Keeps the index up to date: reads all games, or the saved index, once, then the games that the log of changes lists. Each node does this independently.
import { setImmediate } from 'node:timers/promises';
import type { Stamp } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import {
  listEntries,
  listEntriesAfter,
  listOwnPlatforms,
  newestVersion,
  prepareListChanges,
} from './catalogue.repository.ts';
import { CatalogueIndex } from './catalogue-index.ts';
import type { Entry } from './game-rows.ts';
import type { IndexState, SavedIndex } from './saved-index.ts';

/** Few, so that other statements do not wait long. */
const gamesAtOnce = 500;
const changesAtOnce = 5000;

export class CatalogueFeed {
  readonly #db: Db;
  readonly #stamp: Stamp;
  readonly #saved: SavedIndex;
  readonly #listChanges: ReturnType<typeof prepareListChanges>;
  #state: IndexState | undefined;
  #hasReadSaved = false;
  /** The stamp of the database when `#state` was last up to date. */
  #stampOfState: string | undefined;
  /** The replacement of a worn `#state`, once it is built. */
  #successor: IndexState | undefined;
  #building: Promise<void> | undefined;
  #isClosed = false;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<CatalogueIndex> | undefined;

  constructor({ db, stamp, saved }: { db: Db; stamp: Stamp; saved: SavedIndex }) {
    this.#db = db;
    this.#saved = saved;
    this.#stamp = stamp;
    this.#listChanges = prepareListChanges(db);
  }

  /**
   * Returns the index with everything that was committed before this call. Do not keep it across an `await`: it may be outdated then.
   * Runs one update at a time. Callers share an update that has not begun yet, because it will see all their changes.
   */
  async refresh(): Promise<CatalogueIndex> {
    if (this.#state && this.#stampOfState !== undefined && this.#stampOfState === this.#stamp()) {
      return this.#state.index;
    }
    const begin = () => this.#begin();
    this.#next ??= this.#running.then(begin, begin);
    return this.#next;
  }

  /** Ends a load in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled([this.#running, this.#next, this.#building]);
  }

  #begin(): Promise<CatalogueIndex> {
    this.#running = this.#next as Promise<CatalogueIndex>;
    this.#next = undefined;
    return this.#catchUp();
  }

  /** @throws database errors; the next update tries again */
  async #catchUp(): Promise<CatalogueIndex> {
    if (this.#successor) [this.#state, this.#successor] = [this.#successor, undefined];
    for (;;) {
      this.#state ??= (await this.#readSaved()) ?? (await this.#load());
      const state = this.#state;
      const before = this.#stamp();
      const changes = await this.#listChanges(state.version, changesAtOnce);
      const [last, ...missing] = changes;
      if ((last?.version ?? 0) !== state.version) {
        // The log was trimmed beyond this version, so the missed changes are unknown.
        this.#state = undefined;
        continue;
      }
      if (missing.some(({ gameId }) => gameId === null)) {
        state.index.setOwnPlatforms(await listOwnPlatforms(this.#db));
      }
      const ids = new Set(missing.flatMap(({ gameId }) => gameId ?? []));
      for (const slice of slices([...ids], gamesAtOnce)) {
        await readAgain(this.#db, state.index, slice);
        // Renaming a platform may change every game.
        if (slice.length === gamesAtOnce) await this.#yieldToEventLoop();
      }
      state.version = missing.at(-1)?.version ?? state.version;
      if (changes.length < changesAtOnce) {
        this.#stampOfState = before;
        if (state.index.isWorn) this.#building ??= this.#buildSuccessor();
        this.#saved.saveIfDue(state);
        return state.index;
      }
    }
  }

  /** Only once: an index that is too old for the log is of no use later either. */
  async #readSaved(): Promise<IndexState | undefined> {
    if (this.#hasReadSaved) return undefined;
    const ownPlatforms = await listOwnPlatforms(this.#db);
    const state = await this.#saved.read();
    this.#hasReadSaved = true;
    state?.index.setOwnPlatforms(ownPlatforms);
    return state;
  }

  /** The worn index answers requests in the meantime. The next update brings the new index up to date. */
  async #buildSuccessor(): Promise<void> {
    try {
      this.#successor = await this.#load();
      this.#stampOfState = undefined;
    } catch {
      // The next request tries again, and reports the error if it persists.
    } finally {
      this.#building = undefined;
    }
  }

  /** Reads the version first, so that games that change during the load are read again afterwards. */
  async #load(): Promise<IndexState> {
    const version = await newestVersion(this.#db);
    const index = new CatalogueIndex();
    index.setOwnPlatforms(await listOwnPlatforms(this.#db));
    let last = '';
    for (;;) {
      let read = 0;
      for (const entry of await listEntriesAfter(this.#db, last, gamesAtOnce)) {
        index.add(entry);
        last = entry.id;
        read += 1;
      }
      await this.#yieldToEventLoop();
      if (read < gamesAtOnce) break;
    }
    for (const _ of index.build()) await this.#yieldToEventLoop();
    return { index, version };
  }

  /** @throws AppError unavailable after `close` */
  async #yieldToEventLoop(): Promise<void> {
    await setImmediate();
    if (this.#isClosed) throw new AppError('unavailable', 'The server is stopping.');
  }
}

async function readAgain(db: Db, index: CatalogueIndex, ids: string[]): Promise<void> {
  const found = new Map<string, Entry>();
  for (const entry of await listEntries(db, ids)) found.set(entry.id, entry);
  for (const id of ids) {
    const entry = found.get(id);
    if (entry) index.put(entry);
    else index.remove(id);
  }
}

function* slices<T>(all: T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
