// Keeps a copy of the index of a large library in the data folder, so that a start reads it instead of every game. The changes after it
// are read from the log, like those after any other version.
//
// A copy belongs to the database that has its token. A database that was restored from an earlier backup has not: it may reach the
// same version by other changes. A database with the token has had each change up to the copy, and its log has those after it.
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnavailable } from '#db/database.ts';
import { newestMigration } from '#db/migrate.ts';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import * as repository from './catalogue.repository.ts';
import { CatalogueIndex, indexFormat } from './catalogue-index.ts';
import { type Head, readIndexFile, writeIndexFile } from './index-file.ts';
import { SavedParts } from './index-parts.ts';

/** A smaller library is read in less than half a second. */
const fewestGames = 5000;
/** A quarter of what the log keeps. */
const changesBetweenSaves = 2500;
const msBetweenSaves = 600_000;

/** An index, and the newest change in it. */
export interface IndexState {
  index: CatalogueIndex;
  version: number;
}

interface Deps {
  db: Db;
  dataDir: string;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Of Cellar. */
  version: string;
}

export class SavedIndex {
  readonly #deps: Deps;
  readonly #path: string;
  readonly #writer: string;
  /** The version of the saved index. */
  #version = Number.NEGATIVE_INFINITY;
  /** When the index was last saved, by `performance.now()`. */
  #savedAt = Number.NEGATIVE_INFINITY;
  #saving: Promise<void> | undefined;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#path = join(deps.dataDir, 'catalogue-index');
    const { icu, unicode } = process.versions;
    // Titles are folded by the rules of Unicode, and numbers are stored as the processor does.
    const writer = [indexFormat, deps.version, newestMigration, process.arch, icu, unicode];
    this.#writer = writer.join(' ');
  }

  /** Returns undefined if no saved index can be used. The names of the own platforms are not set. @throws errors of the database */
  async read(): Promise<IndexState | undefined> {
    const { db, log } = this.#deps;
    try {
      const saved = await readIndexFile(
        this.#path,
        async ({ writer, token }) => writer === this.#writer && repository.isSavedCatalogue(db, token),
      );
      if (!saved) return undefined;
      const index = new CatalogueIndex();
      for (const _ of index.restore(new SavedParts(saved.parts))) await setImmediate();
      this.#version = saved.version;
      return { index, version: saved.version };
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.warn({ err: error }, 'the saved index of the catalogue cannot be used, so all games are read');
      return undefined;
    }
  }

  /** Saves the index in the background if it is large and much of it has changed. Call this when it is up to date. */
  saveIfDue({ index, version }: IndexState): void {
    if (this.#saving || this.#isClosed || index.size < fewestGames) return;
    if (version - this.#version < changesBetweenSaves) return;
    if (performance.now() - this.#savedAt < msBetweenSaves) return;
    const head = { writer: this.#writer, token: newId(), version };
    this.#saving = this.#save(head, index.parts())
      .catch((error) => {
        if (!this.#isClosed) this.#deps.log.warn({ err: error }, 'the index of the catalogue was not saved');
      })
      .finally(() => {
        this.#savedAt = performance.now();
        this.#saving = undefined;
      });
  }

  async #save(head: Head, parts: ReturnType<CatalogueIndex['parts']>): Promise<void> {
    const { db, clock } = this.#deps;
    // If two processes share the folder and write at once, the checksum tells.
    const draft = `${this.#path}.draft`;
    const checkOn = () => {
      if (this.#isClosed) throw new Error('The server is stopping.');
    };
    try {
      await writeIndexFile(draft, { head, parts, checkOn });
      // Before the file gets its name: until then, the previous file can be used.
      await repository.addSavedCatalogue(db, head.token, isoAt(clock));
      await rename(draft, this.#path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    this.#version = head.version;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#saving;
  }
}
