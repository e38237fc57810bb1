// The list of files that were chosen together. Asks the server for each sanitized title and whether the game exists, a
// few requests at a time. Independent of React; use-batch.ts connects it.
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import { guessPlatform, type NamedPlatform } from '@cellar/contract/games/rules/platform-guess.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { archiveBaseName } from '@cellar/contract/transfer/rules/archives.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { Listeners } from '#lib/listeners.ts';
import { emptyGame } from '../upload-form.ts';
import {
  type BatchAnswer,
  type BatchChange,
  type BatchEntry,
  conflictKeyOfEntry,
  newEntry,
  platformOf,
  type RefusedFile,
  refusalOf,
} from './batch-entry.ts';

export interface Batch {
  readonly entries: readonly BatchEntry[];
  /** Files of the latest selection that were not added. */
  readonly refused: readonly RefusedFile[];
}

export interface UploadBatchDeps {
  api: Pick<ApiClient, 'call'>;
  /** Returns the own platforms, for guesses from file names. */
  ownPlatforms(): Promise<readonly NamedPlatform[]>;
  /** How long typing must pause before the server is asked, in milliseconds. */
  quietMs?: number | undefined;
  /** Responses that arrive within this time, in milliseconds, are shown together. */
  publishMs?: number | undefined;
}

/** Browsers open at most six connections to a server, and running uploads need most of them. */
const requestsAtOnce = 2;

export class UploadBatch {
  /** The values of the form for a single game, and the ids of uploads started from it. Outlives a change of page. */
  readonly form = { draft: emptyGame, startedIds: new Set<string>() };
  #api: UploadBatchDeps['api'];
  #ownPlatforms: UploadBatchDeps['ownPlatforms'];
  #quietMs: number;
  #publishMs: number;
  #entries = new Map<number, BatchEntry>();
  #refused: readonly RefusedFile[] = [];
  #snapshot: Batch = { entries: [], refused: [] };
  #changes = new Listeners();
  /** Keys of entries with a running request. */
  #inProgress = new Set<number>();
  /** Timers of entries that the user is typing into, by key. */
  #typing = new Map<number, ReturnType<typeof setTimeout>>();
  #publishTimer: ReturnType<typeof setTimeout> | undefined;
  #nextKey = 1;

  constructor({ api: client, ownPlatforms, quietMs = 400, publishMs = 100 }: UploadBatchDeps) {
    this.#api = client;
    this.#ownPlatforms = ownPlatforms;
    this.#quietMs = quietMs;
    this.#publishMs = publishMs;
  }

  add(files: readonly File[]): void {
    const refused: RefusedFile[] = [];
    const added: BatchEntry[] = [];
    for (const file of files) {
      const problem = refusalOf(file, this.#entries.values());
      if (problem) refused.push({ name: file.name, problem });
      else added.push(this.#insert(file));
    }
    this.#refused = refused;
    this.#publish();
    this.#requestMissing();
    void this.#guessAgain(added);
  }

  change(key: number, change: BatchChange): void {
    const isOwnTitle = change.title !== undefined;
    this.#set(key, { ...change, ...(isOwnTitle && { isAwaitingTitle: false }), answer: undefined });
    clearTimeout(this.#typing.get(key));
    const timer = setTimeout(() => {
      this.#typing.delete(key);
      this.#requestMissing();
    }, this.#quietMs);
    this.#typing.set(key, timer);
    this.#publish();
  }

  /** Called when the user edits the title, so that a sanitized title no longer replaces it. */
  keepTitle(key: number): void {
    // Shows pending responses now, so that none changes the field while the user types.
    if (this.#publishTimer !== undefined) this.#publish();
    if (!this.#entries.get(key)?.isAwaitingTitle) return;
    this.#set(key, { isAwaitingTitle: false });
    this.#publish();
    this.#requestMissing();
  }

  /** Sets the platform, which has no version, of these entries, or of all that have none. */
  setPlatform(choice: string, keys?: readonly number[]): void {
    const without = () => [...this.#entries.values()].filter((entry) => !entry.choice).map(({ key }) => key);
    for (const key of keys ?? without()) this.#set(key, { choice, answer: undefined });
    this.#publish();
    this.#requestMissing();
  }

  checkAgain(): void {
    for (const { key, answer } of this.#entries.values()) {
      if (answer && 'failed' in answer) this.#set(key, { answer: undefined });
    }
    this.#publish();
    this.#requestMissing();
  }

  remove(keys: readonly number[]): void {
    for (const key of keys) this.#entries.delete(key);
    this.#publish();
  }

  /** Clears the list of refused files once the others have been started. */
  forgetRefused(): void {
    this.#refused = [];
    this.#publish();
  }

  clear(): void {
    this.#entries.clear();
    this.#refused = [];
    this.#publish();
  }

  /** Clears the list and the form for a single game. */
  forget(): void {
    this.form.draft = emptyGame;
    this.form.startedIds.clear();
    this.clear();
  }

  /** Returns the same object until something changes. */
  getSnapshot = (): Batch => this.#snapshot;

  subscribe = this.#changes.add;

  #insert(file: File): BatchEntry {
    const entry = newEntry(this.#nextKey, file);
    this.#nextKey += 1;
    this.#entries.set(entry.key, entry);
    return entry;
  }

  /** Once the own platforms are known, guesses the platforms again that the user has not changed. */
  async #guessAgain(added: readonly BatchEntry[]): Promise<void> {
    // Without them, the first guesses stay.
    const own = await this.#ownPlatforms().catch(() => []);
    for (const { key, file, choice, version } of added) {
      const entry = this.#entries.get(key);
      const guess = guessPlatform(file.name, own);
      if (entry?.choice !== choice || entry.version !== version || guess.choice === choice) continue;
      this.#set(key, { ...guess, answer: undefined });
    }
    this.#publish();
    this.#requestMissing();
  }

  #set(key: number, change: Partial<BatchEntry>): void {
    const entry = this.#entries.get(key);
    if (entry) this.#entries.set(key, { ...entry, ...change });
  }

  #publishSoon(): void {
    this.#publishTimer ??= setTimeout(() => this.#publish(), this.#publishMs);
  }

  #publish(): void {
    clearTimeout(this.#publishTimer);
    this.#publishTimer = undefined;
    this.#snapshot = { entries: [...this.#entries.values()], refused: this.#refused };
    this.#changes.call();
  }

  /** Requests missing responses, from the top of the list. */
  #requestMissing(): void {
    for (const entry of this.#entries.values()) {
      if (this.#inProgress.size >= requestsAtOnce) return;
      if (!this.#inProgress.has(entry.key)) this.#request(entry);
    }
  }

  #request(entry: BatchEntry): void {
    const isCheckable =
      !entry.answer && !this.#typing.has(entry.key) && conflictKeyOfEntry(entry) !== undefined;
    if (!entry.isAwaitingTitle && !isCheckable) return;
    this.#inProgress.add(entry.key);
    const requested = entry.isAwaitingTitle ? this.#requestTitle(entry) : this.#requestCheck(entry);
    void requested.finally(() => {
      this.#inProgress.delete(entry.key);
      this.#publishSoon();
      this.#requestMissing();
    });
  }

  async #requestTitle({ key, file }: BatchEntry): Promise<void> {
    const title = archiveBaseName(file.name).slice(0, limits.ruleSampleMax);
    // If the request fails, the title guessed from the file name is kept.
    const answer = await this.#api
      .call(contributorApi.sanitizeTitle, { query: { title } })
      .catch(() => undefined);
    const isWanted = this.#entries.get(key)?.isAwaitingTitle;
    if (isWanted) this.#set(key, { ...(answer && { title: answer.sanitizedTitle }), isAwaitingTitle: false });
  }

  async #requestCheck(entry: BatchEntry): Promise<void> {
    const query = { title: entry.title.trim(), platform: platformOf(entry) ?? '' };
    const answer = await this.#api
      .call(contributorApi.checkGame, { query })
      .then(({ gameId, ...rest }): BatchAnswer => ({ ...rest, gameId: gameId ?? undefined }), refusedAnswer);
    // Ignores the response if the entry has changed in the meantime.
    const current = this.#entries.get(entry.key);
    const isCurrent =
      current && conflictKeyOfEntry(current) === conflictKeyOfEntry(entry) && !this.#typing.has(entry.key);
    if (isCurrent) this.#set(entry.key, { answer });
  }
}

function refusedAnswer(error: unknown): BatchAnswer {
  // Only a refusal has a reason to show.
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return { failed: isRefused ? { body: error.body } : {} };
}
