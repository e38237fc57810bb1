// The list of files that were chosen at once, and what is asked of the server for them: a title from the sanitization
// rules, and whether the game exists. A few requests at a time. Knows no React; made in app/, read through use-batch.ts.
import { api } from '@cellar/contract/api.ts';
import { archiveBaseName } from '@cellar/contract/rules/archives.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { Listeners } from '#lib/listeners.ts';
import { AddGameMemory } from '../add-game/add-game-memory.ts';
import {
  type BatchAnswer,
  type BatchChange,
  type BatchEntry,
  newEntry,
  placeOfEntry,
  platformOf,
  type RefusedFile,
  refusalOf,
} from './batch-entry.ts';

export interface Batch {
  readonly entries: readonly BatchEntry[];
  /** Of the files that came last. */
  readonly refused: readonly RefusedFile[];
}

export interface UploadBatchDeps {
  api: Pick<ApiClient, 'call'>;
  /** How long nothing is typed before the server is asked. */
  quietMs?: number | undefined;
}

/** Answers come faster than anybody reads: they are shown together. */
const showMs = 100;

/** Browsers hold six connections to a server; the uploads under way need most of them. */
const requestsAtOnce = 2;

export class UploadBatch {
  /** Of the form for one game. */
  readonly form = new AddGameMemory();
  #api: UploadBatchDeps['api'];
  #quietMs: number;
  #entries = new Map<number, BatchEntry>();
  #refused: readonly RefusedFile[] = [];
  #snapshot: Batch = { entries: [], refused: [] };
  #changes = new Listeners();
  /** Keys that are being asked for. */
  #underWay = new Set<number>();
  /** Keys that were typed into a moment ago, and when that is over. */
  #typing = new Map<number, ReturnType<typeof setTimeout>>();
  #showing: ReturnType<typeof setTimeout> | undefined;
  #nextKey = 1;

  constructor({ api: client, quietMs = 400 }: UploadBatchDeps) {
    this.#api = client;
    this.#quietMs = quietMs;
  }

  add(files: readonly File[]): void {
    const refused: RefusedFile[] = [];
    for (const file of files) {
      const problem = refusalOf(file, this.#entries.values());
      if (problem) refused.push({ name: file.name, problem });
      else this.#insert(file);
    }
    this.#refused = refused;
    this.#publish();
    this.#work();
  }

  change(key: number, change: BatchChange): void {
    const isOwnTitle = change.title !== undefined;
    this.#set(key, { ...change, ...(isOwnTitle && { isAwaitingTitle: false }), answer: undefined });
    clearTimeout(this.#typing.get(key));
    const timer = setTimeout(() => {
      this.#typing.delete(key);
      this.#work();
    }, this.#quietMs);
    this.#typing.set(key, timer);
    this.#publish();
  }

  /** Its owner has the title in hand: what the rules make of it comes too late. */
  holdTitle(key: number): void {
    // An answer that has come is shown now or it would be later, under the hands of who types.
    if (this.#showing !== undefined) this.#publish();
    if (!this.#entries.get(key)?.isAwaitingTitle) return;
    this.#set(key, { isAwaitingTitle: false });
    this.#publish();
    this.#work();
  }

  /** For all that have none. */
  setPlatform(choice: string): void {
    for (const { key, choice: own } of this.#entries.values()) {
      if (!own) this.#set(key, { choice, answer: undefined });
    }
    this.#publish();
    this.#work();
  }

  checkAgain(): void {
    for (const { key, answer } of this.#entries.values()) {
      if (answer && 'failed' in answer) this.#set(key, { answer: undefined });
    }
    this.#publish();
    this.#work();
  }

  remove(keys: readonly number[]): void {
    for (const key of keys) this.#entries.delete(key);
    this.#publish();
  }

  /** They were told; what is started now is another matter. */
  forgetRefused(): void {
    this.#refused = [];
    this.#publish();
  }

  clear(): void {
    this.#entries.clear();
    this.#refused = [];
    this.#publish();
  }

  /** The same object until something changes. */
  getSnapshot = (): Batch => this.#snapshot;

  subscribe = this.#changes.add;

  #insert(file: File): void {
    const entry = newEntry(this.#nextKey, file);
    this.#nextKey += 1;
    this.#entries.set(entry.key, entry);
  }

  #set(key: number, change: Partial<BatchEntry>): void {
    const entry = this.#entries.get(key);
    if (entry) this.#entries.set(key, { ...entry, ...change });
  }

  #publishSoon(): void {
    this.#showing ??= setTimeout(() => this.#publish(), showMs);
  }

  #publish(): void {
    clearTimeout(this.#showing);
    this.#showing = undefined;
    this.#snapshot = { entries: [...this.#entries.values()], refused: this.#refused };
    this.#changes.call();
  }

  /** Asks for what is not known, the top of the list first. */
  #work(): void {
    for (const entry of this.#entries.values()) {
      if (this.#underWay.size >= requestsAtOnce) return;
      if (!this.#underWay.has(entry.key)) this.#ask(entry);
    }
  }

  #ask(entry: BatchEntry): void {
    const isCheckable = !entry.answer && !this.#typing.has(entry.key) && placeOfEntry(entry) !== undefined;
    if (!entry.isAwaitingTitle && !isCheckable) return;
    this.#underWay.add(entry.key);
    const asked = entry.isAwaitingTitle ? this.#askTitle(entry) : this.#askWhetherItExists(entry);
    void asked.finally(() => {
      this.#underWay.delete(entry.key);
      this.#publishSoon();
      this.#work();
    });
  }

  async #askTitle({ key, file }: BatchEntry): Promise<void> {
    const title = archiveBaseName(file.name).slice(0, limits.ruleSampleMax);
    // Without an answer the page's own guess stands.
    const answer = await this.#api.call(api.sanitizeTitle, { query: { title } }).catch(() => undefined);
    const isWanted = this.#entries.get(key)?.isAwaitingTitle;
    if (isWanted) this.#set(key, { ...(answer && { title: answer.sanitizedTitle }), isAwaitingTitle: false });
  }

  async #askWhetherItExists(entry: BatchEntry): Promise<void> {
    const query = { title: entry.title.trim(), platform: platformOf(entry) ?? '' };
    const answer = await this.#api
      .call(api.checkGame, { query })
      .then(({ gameId, ...rest }): BatchAnswer => ({ ...rest, gameId: gameId ?? undefined }), refusedAnswer);
    // Of what is typed there by now it says nothing.
    const current = this.#entries.get(entry.key);
    const isMeant = current && placeOfEntry(current) === placeOfEntry(entry) && !this.#typing.has(entry.key);
    if (isMeant) this.#set(entry.key, { answer });
  }
}

function refusedAnswer(error: unknown): BatchAnswer {
  // The server's own words where it says what is wrong with the title.
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return { failed: isRefused ? { body: error.body } : {} };
}
