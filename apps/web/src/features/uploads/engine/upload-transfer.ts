// Sends one file: chunk 0 alone, then up to three chunks at a time, then the request that completes it. Can be stopped
// at any moment and run again: it sends what is not stored yet. A stop lets chunks arrive that are past half; the next run
// waits a moment for them. Driven by the upload manager.
import { api } from '@cellar/contract/api.ts';
import type { Game } from '@cellar/contract/games.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { ChunkStored } from '@cellar/contract/uploads.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { sleep } from '#lib/sleep.ts';
import { chunkSignal } from './chunk-signal.ts';
import { type RetryDelays, withRetries } from './retry.ts';
import { proveReadable, readFailure, UploadError } from './upload-error.ts';
import { UploadMeter } from './upload-meter.ts';
import {
  chunkForm,
  chunkOf,
  completionForm,
  digestsOf,
  planUpload,
  type UploadInput,
  type UploadPlan,
} from './upload-plan.ts';

export interface TransferDelays extends RetryDelays {
  /** Between two chunks of a lane. */
  chunkMs: number;
}

export interface TransferDeps {
  api: Pick<ApiClient, 'call' | 'sendForm'>;
  maxChunkBytes(): Promise<number>;
  digest(blob: Blob, signal: AbortSignal): Promise<string>;
  delays: TransferDelays;
}

/** One go of `run`. */
interface Run {
  plan: UploadPlan;
  /** Stopped, failed or given up. */
  signal: AbortSignal;
  /** Failed or given up: no chunk may go on arriving. */
  ended: AbortSignal;
}

/** Each round may name 1,000 missing chunks; a server that keeps losing them is given up. */
const completionRounds = 5;

/** How long a run waits for chunks of the one before, which may have been stopped because its connection stood still. */
const arrivalMs = 5000;

export class UploadTransfer {
  readonly meter: UploadMeter;
  /** Called when the chunks are known, when one begins, fails or is stored. */
  onChunk: () => void = () => {};
  #deps: TransferDeps;
  #id: string;
  #input: UploadInput;
  #plan: UploadPlan | undefined;
  #stored = new Set<number>();
  /** Digests the server gave of chunks stored before this page, which no one here has compared yet. */
  #unproven: Map<number, string>;
  #currentChunk = 0;
  /** Chunks that could not be sent and are tried again. */
  #troubled = new Set<number>();
  /** Chunks under way; some arrive after their run was stopped. */
  #sending = new Set<Promise<void>>();
  /** Ends the run that sends or sent them. */
  #failure = new AbortController();
  #givenUp = new AbortController();

  constructor(deps: TransferDeps, id: string, input: UploadInput) {
    this.#deps = deps;
    this.#id = id;
    this.#input = input;
    this.meter = new UploadMeter(input.file.size, now);
    this.#unproven = digestsOf(input.resume);
    for (const chunk of this.#unproven.keys()) this.#stored.add(chunk);
  }

  get counts() {
    return {
      totalChunks: this.#plan?.totalChunks ?? this.#input.resume?.totalChunks ?? 0,
      chunksCompleted: this.#stored.size,
      currentChunk: this.#currentChunk,
      isRetrying: this.#troubled.size > 0,
    };
  }

  /** Aborts what still arrives after a stop, too. It is not run again. */
  giveUp(): void {
    this.#givenUp.abort();
  }

  /** Resolves with the game, or undefined where an earlier run completed it and its answer was lost. Throws ApiError or UploadError. */
  async run(signal: AbortSignal): Promise<Game | undefined> {
    // One failure stops everything else of this run.
    const failure = new AbortController();
    const ended = AbortSignal.any([failure.signal, this.#givenUp.signal]);
    const all = AbortSignal.any([signal, ended]);
    try {
      await this.#settle(signal);
      all.throwIfAborted();
      this.#failure = failure;
      this.#troubled.clear();
      const run = { plan: await this.#makePlan(all), signal: all, ended };
      this.meter.begin(this.#storedBytes(run.plan));
      await this.#proveEnds(run);
      await Promise.all([this.#sendMissing(run), this.#proveRest(run)]);
      return await this.#complete(run);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'upload_finished') return undefined;
      throw error;
    } finally {
      if (!signal.aborted) failure.abort();
    }
  }

  /** Until nothing of the run before is under way. */
  async #settle(signal: AbortSignal): Promise<void> {
    const handleLate = () => {
      // Stopped again meanwhile: they have time once more.
      if (!signal.aborted) this.#failure.abort();
    };
    const timer = setTimeout(handleLate, arrivalMs);
    await Promise.allSettled(this.#sending);
    clearTimeout(timer);
  }

  async #makePlan(signal: AbortSignal): Promise<UploadPlan> {
    if (!this.#plan) {
      const largest = await withRetries(() => this.#deps.maxChunkBytes(), this.#deps.delays, signal);
      signal.throwIfAborted();
      this.#plan = planUpload(this.#id, this.#input, largest);
      this.onChunk();
    }
    return this.#plan;
  }

  /** Before a byte is sent: the first and the last stored chunk must be those of this file. */
  async #proveEnds(run: Run): Promise<void> {
    const chunks = [...this.#unproven.keys()].sort((a, b) => a - b);
    const ends = new Set([chunks.at(0), chunks.at(-1)]);
    for (const chunk of ends) if (chunk !== undefined) await this.#prove(run, chunk);
  }

  /** While the others are sent: a file that differs only in its middle must not be completed into a mixture. */
  async #proveRest(run: Run): Promise<void> {
    for (const chunk of [...this.#unproven.keys()]) await this.#prove(run, chunk);
  }

  async #prove({ plan, signal }: Run, chunk: number): Promise<void> {
    const here = await this.#digest(chunkOf(plan, chunk), signal);
    if (here !== this.#unproven.get(chunk)) throw new UploadError('not_same_file');
    this.#unproven.delete(chunk);
  }

  async #digest(blob: Blob, signal: AbortSignal): Promise<string> {
    try {
      return await this.#deps.digest(blob, signal);
    } catch (error) {
      throw readFailure(error);
    }
  }

  async #sendMissing(run: Run): Promise<void> {
    const missing = Array.from({ length: run.plan.totalChunks }, (_, chunk) => chunk).filter(
      (chunk) => !this.#stored.has(chunk),
    );
    let notBefore = 0;
    // The server looks at the archive's first bytes: a wrong one must fail before gigabytes travel.
    if (missing[0] === 0) {
      await this.#sendChunk(run, 0);
      missing.shift();
      notBefore = now() + this.#deps.delays.chunkMs;
    }
    const lanes = Math.min(limits.concurrentChunks, missing.length);
    await Promise.all(Array.from({ length: lanes }, () => this.#runLane(run, missing, notBefore)));
  }

  /** Takes chunks from the list that all lanes share until it is empty. */
  async #runLane(run: Run, missing: number[], firstAt: number): Promise<void> {
    let notBefore = firstAt;
    for (let chunk = missing.shift(); chunk !== undefined; chunk = missing.shift()) {
      await this.#sendChunk(run, chunk, notBefore);
      notBefore = now() + this.#deps.delays.chunkMs;
    }
  }

  async #sendChunk(run: Run, chunk: number, notBefore = 0): Promise<void> {
    const { plan, signal } = run;
    const blob = chunkOf(plan, chunk);
    // The pause between chunks is spent on the digest of the next one.
    const [sha256] = await Promise.all([
      this.#digest(blob, signal),
      sleep(Math.max(0, notBefore - now()), signal),
    ]);
    this.#currentChunk = chunk;
    this.onChunk();
    const attempt = () => this.#attempt(run, chunk, sha256);
    const sending = withRetries(attempt, this.#deps.delays, signal).then(() => this.#keep(chunk, blob.size));
    this.#sending.add(sending);
    await sending.finally(() => this.#sending.delete(sending));
  }

  #keep(chunk: number, bytes: number): void {
    this.#troubled.delete(chunk);
    this.#stored.add(chunk);
    this.meter.stored(chunk, bytes);
    this.onChunk();
  }

  async #attempt({ plan, signal, ended }: Run, chunk: number, sha256: string): Promise<void> {
    const blob = chunkOf(plan, chunk);
    let sentBytes = 0;
    const done = new AbortController();
    const own = chunkSignal({ stopped: signal, ended, done: done.signal }, () => sentBytes > blob.size / 2);
    const onProgress = (sent: number) => {
      // A late event of a request that was aborted must not count.
      if (own.aborted) return;
      // Headers and fields count in what was sent.
      sentBytes = Math.min(sent, blob.size);
      this.meter.sent(chunk, sentBytes);
    };
    try {
      await this.#send(chunkForm(plan, chunk, sha256), own, onProgress);
    } catch (error) {
      if (!signal.aborted) {
        this.meter.lost(chunk);
        this.#troubled.add(chunk);
        this.onChunk();
      }
      // A browser that cannot read the file while sending calls it a network error.
      if (error instanceof ApiError && error.code === 'network') await proveReadable(blob);
      throw error;
    } finally {
      done.abort();
    }
    // Aborted while the answer was on its way: the next run counts from what it knows to be stored.
    own.throwIfAborted();
  }

  async #complete(run: Run): Promise<Game | undefined> {
    const { plan, signal } = run;
    for (let round = 1; ; round += 1) {
      // The last chunks may have arrived after the stop.
      signal.throwIfAborted();
      try {
        const request = () => this.#send(completionForm(plan), signal);
        const answer = await withRetries(request, this.#deps.delays, signal);
        if ('_id' in answer) return answer;
        throw new ApiError('The server did not complete the upload.', { status: 200, code: 'internal' });
      } catch (error) {
        const missing = error instanceof ApiError ? error.body?.missingChunks : undefined;
        if (!missing?.length || round >= completionRounds) throw error;
        this.#forget(plan, missing);
        await this.#sendMissing(run);
      }
    }
  }

  #forget(plan: UploadPlan, chunks: number[]): void {
    for (const chunk of chunks) this.#stored.delete(chunk);
    // Without chunk 0 the server has begun anew: a real restart, and the only one.
    if (chunks.includes(0)) this.meter.restart(this.#storedBytes(plan));
    else this.meter.begin(this.#storedBytes(plan));
  }

  #send(
    form: FormData,
    signal: AbortSignal,
    onProgress?: (sent: number) => void,
  ): Promise<Game | ChunkStored> {
    const { gameId } = this.#input;
    const options = { form, signal, onProgress };
    if (gameId === undefined) return this.#deps.api.sendForm(api.addGame, options);
    return this.#deps.api.sendForm(api.addFile, { params: { id: gameId }, ...options });
  }

  #storedBytes(plan: UploadPlan): number {
    let bytes = 0;
    for (const chunk of this.#stored) bytes += chunkOf(plan, chunk).size;
    return bytes;
  }
}

// A clock that nobody sets.
const now = () => performance.now();
