// Sends a file: first chunk 0 alone, then up to three chunks at a time, then the request that completes the upload. A
// transfer can be stopped and run again at any time, and each run sends only the missing chunks. After a stop, chunks
// that are more than half sent are completed, and the next run waits a moment for them. If a proxy lets no chunk of this size
// through, the transfer sends one chunk at a time, or begins anew with smaller chunks.
import type { Game } from '@cellar/contract/games/games.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { ProxyCuts } from '@cellar/contract/transfer/rules/proxy-cuts.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { sleep } from '#lib/sleep.ts';
import { checkReadable, digestFailure, UploadError } from './upload-error.ts';
import { UploadMeter } from './upload-meter.ts';
import {
  chunkForm,
  chunkOf,
  completionForm,
  planUpload,
  type UploadInput,
  type UploadPlan,
  withSmallerChunks,
} from './upload-plan.ts';
import {
  cancelIfKnown,
  chunkSignal,
  isByProxy,
  isTooSmall,
  proxyFailure,
  type RetryDelays,
  sendChunk,
  sendCompletion,
  storedDigests,
  withRetries,
} from './upload-requests.ts';

export interface TransferDelays extends RetryDelays {
  /** The pause between two chunks of a connection. */
  chunkMs: number;
}

export interface TransferDeps {
  api: Pick<ApiClient, 'call' | 'sendForm'>;
  maxChunkBytes(): Promise<number>;
  /** Called when a proxy has let a chunk of this size through, after it had refused larger ones. */
  onSmallerChunks(chunkSize: number): void;
  digest(blob: Blob, signal: AbortSignal): Promise<string>;
  delays: TransferDelays;
}

/** A single call of `run`. */
interface Run {
  plan: UploadPlan;
  /** Aborts when the run is stopped, has failed or is canceled. */
  signal: AbortSignal;
  /** Aborts when the run has failed or is canceled. Then chunks in progress are not completed. */
  ended: AbortSignal;
}

interface ChunkToSend {
  chunk: number;
  sha256: string;
  /** The attempts that were cut. */
  cuts: ProxyCuts;
}

/** In each round, the server reports up to 1,000 missing chunks. After this many rounds the upload fails. */
const completionRounds = 5;

/** How long a run waits for chunks of the previous run, whose connection may hang, in milliseconds. */
const previousRunMs = 5000;

export class UploadTransfer {
  readonly meter: UploadMeter;
  /** Whether the server may have completed the upload already. */
  isCompletionSent = false;
  /** Called when the number of chunks is known, and when a chunk starts, fails or is stored. */
  onChunk: () => void = () => {};
  #deps: TransferDeps;
  #id: string;
  #input: UploadInput;
  #plan: UploadPlan | undefined;
  #stored = new Set<number>();
  /** The server's digests of chunks from an earlier session that still have to be compared with the file. Undefined until known. */
  #uncompared: Map<number, string> | undefined;
  #currentChunk = 0;
  /** Chunks that have failed and are being retried. */
  #retrying = new Set<number>();
  /** Chunks that are sent at a time. */
  #connections: number = limits.concurrentChunks;
  /** The plan with larger chunks and why it failed, until the first of the smaller chunks is stored. */
  #refused: { plan: UploadPlan; error: UploadError } | undefined;
  /** Chunks that are being sent. Some are completed after their run was stopped. */
  #sending = new Set<Promise<void>>();
  /** Aborts the run that is sending these chunks. */
  #failure = new AbortController();
  #cancelled = new AbortController();

  constructor(deps: TransferDeps, id: string, input: UploadInput) {
    this.#deps = deps;
    this.#id = id;
    this.#input = input;
    this.meter = new UploadMeter(input.file.size, now);
    // The chunks of an earlier session are requested by the first run.
    this.#uncompared = input.resume ? undefined : new Map();
  }

  get counts() {
    const { resume } = this.#input;
    return {
      totalChunks: this.#plan?.totalChunks ?? resume?.totalChunks ?? 0,
      chunksCompleted: this.#uncompared ? this.#stored.size : (resume?.storedChunks ?? 0),
      currentChunk: this.#currentChunk,
      isRetrying: this.#retrying.size > 0,
    };
  }

  /** Aborts everything, including chunks that are being completed after a stop. The transfer cannot run again. */
  giveUp(): void {
    this.#cancelled.abort();
  }

  /**
   * Returns the game, or undefined if an earlier run completed the upload but lost the response. Throws ApiError or
   * UploadError.
   */
  async run(signal: AbortSignal): Promise<Game | undefined> {
    for (;;) {
      try {
        return await this.#runOnce(signal);
      } catch (error) {
        if (isByProxy(error) && (await this.#adapt(error, signal))) continue;
        if (!this.#refused || !isTooSmall(error)) throw error;
        // Nothing is stored yet. The proxy may have another limit at the next try.
        this.#plan = this.#refused.plan;
        throw this.#refused.error;
      }
    }
  }

  async #runOnce(signal: AbortSignal): Promise<Game | undefined> {
    // If one connection fails, the others are stopped.
    const failure = new AbortController();
    const ended = AbortSignal.any([failure.signal, this.#cancelled.signal]);
    const all = AbortSignal.any([signal, ended]);
    try {
      await this.#waitForPreviousRun(signal);
      all.throwIfAborted();
      this.#failure = failure;
      this.#retrying.clear();
      const run = { plan: await this.#makePlan(all), signal: all, ended };
      const uncompared = await this.#loadStored(all);
      this.meter.begin(this.#storedBytes(run.plan));
      await this.#compareEnds(run, uncompared);
      await Promise.all([this.#sendMissing(run), this.#compareRest(run, uncompared)]);
      return await this.#complete(run);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'upload_finished') return undefined;
      throw error;
    } finally {
      if (!signal.aborted) failure.abort();
    }
  }

  /** Waits until all chunks of the previous run have ended. */
  async #waitForPreviousRun(signal: AbortSignal): Promise<void> {
    const handleLate = () => {
      // If this run was stopped too, those chunks may be completed.
      if (!signal.aborted) this.#failure.abort();
    };
    const timer = setTimeout(handleLate, previousRunMs);
    await Promise.allSettled(this.#sending);
    clearTimeout(timer);
  }

  /** Returns whether another run may get through. Stored chunks are kept, unless they are few. */
  async #adapt(error: UploadError, signal: AbortSignal): Promise<boolean> {
    if (error.code === 'proxy_cut' && this.#stored.size > 0 && this.#connections > 1) {
      this.#connections = 1;
      return true;
    }
    const plan = this.#plan;
    const smaller = plan && withSmallerChunks(plan);
    if (!smaller || this.#stored.size > limits.concurrentChunks) return false;
    // The size of an upload's chunks can't change.
    const cancel = () => cancelIfKnown(this.#deps.api, this.#id, signal);
    await withRetries(cancel, this.#deps.delays, signal);
    this.#plan = smaller;
    this.#refused = { plan, error };
    this.#stored.clear();
    this.#uncompared = new Map();
    this.meter.restart(0);
    this.onChunk();
    return true;
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

  async #loadStored(signal: AbortSignal): Promise<Map<number, string>> {
    if (!this.#uncompared) {
      const request = () => storedDigests(this.#deps.api, this.#id, signal);
      this.#uncompared = await withRetries(request, this.#deps.delays, signal);
      for (const chunk of this.#uncompared.keys()) this.#stored.add(chunk);
      this.onChunk();
    }
    return this.#uncompared;
  }

  /** Compares the first and the last stored chunk before anything is sent. */
  async #compareEnds(run: Run, uncompared: Map<number, string>): Promise<void> {
    const chunks = [...uncompared.keys()].sort((a, b) => a - b);
    const ends = new Set([chunks.at(0), chunks.at(-1)]);
    for (const chunk of ends) if (chunk !== undefined) await this.#compare(run, uncompared, chunk);
  }

  /** Compares the other stored chunks during the upload, so that chunks of two different files are never combined. */
  async #compareRest(run: Run, uncompared: Map<number, string>): Promise<void> {
    for (const chunk of [...uncompared.keys()]) await this.#compare(run, uncompared, chunk);
  }

  async #compare({ plan, signal }: Run, uncompared: Map<number, string>, chunk: number): Promise<void> {
    const here = await this.#digest(chunkOf(plan, chunk), signal);
    if (here !== uncompared.get(chunk)) throw new UploadError('not_same_file');
    uncompared.delete(chunk);
  }

  async #digest(blob: Blob, signal: AbortSignal): Promise<string> {
    try {
      return await this.#deps.digest(blob, signal);
    } catch (error) {
      throw signal.aborted ? error : digestFailure(error);
    }
  }

  async #sendMissing(run: Run): Promise<void> {
    const missing = Array.from({ length: run.plan.totalChunks }, (_, chunk) => chunk).filter(
      (chunk) => !this.#stored.has(chunk),
    );
    let notBefore = 0;
    // The server checks the first bytes, so that a wrong file fails before gigabytes are sent.
    if (missing[0] === 0) {
      await this.#sendChunk(run, 0);
      missing.shift();
      notBefore = now() + this.#deps.delays.chunkMs;
    }
    const connections = Math.min(this.#connections, missing.length);
    await Promise.all(Array.from({ length: connections }, () => this.#sendChunks(run, missing, notBefore)));
  }

  /** Sends chunks from the list that all connections share, until it is empty. */
  async #sendChunks(run: Run, missing: number[], firstAt: number): Promise<void> {
    let notBefore = firstAt;
    for (let chunk = missing.shift(); chunk !== undefined; chunk = missing.shift()) {
      await this.#sendChunk(run, chunk, notBefore);
      notBefore = now() + this.#deps.delays.chunkMs;
    }
  }

  async #sendChunk(run: Run, chunk: number, notBefore = 0): Promise<void> {
    const { plan, signal } = run;
    const blob = chunkOf(plan, chunk);
    // Computes the digest during the pause between chunks.
    const [sha256] = await Promise.all([
      this.#digest(blob, signal),
      sleep(Math.max(0, notBefore - now()), signal),
    ]);
    this.#currentChunk = chunk;
    this.onChunk();
    const cuts = new ProxyCuts();
    const attempt = () => this.#attempt(run, { chunk, sha256, cuts });
    const sending = withRetries(attempt, this.#deps.delays, signal).then(() =>
      this.#markStored(chunk, blob.size),
    );
    this.#sending.add(sending);
    await sending.finally(() => this.#sending.delete(sending));
  }

  #markStored(chunk: number, bytes: number): void {
    if (this.#refused && this.#plan) this.#deps.onSmallerChunks(this.#plan.chunkSize);
    this.#refused = undefined;
    this.#retrying.delete(chunk);
    this.#stored.add(chunk);
    this.meter.stored(chunk, bytes);
    this.onChunk();
  }

  async #attempt({ plan, signal, ended }: Run, { chunk, sha256, cuts }: ChunkToSend): Promise<void> {
    const blob = chunkOf(plan, chunk);
    const begunAt = now();
    let sentBytes = 0;
    const done = new AbortController();
    const own = chunkSignal({ stopped: signal, ended, done: done.signal }, () => sentBytes > blob.size / 2);
    const onProgress = (sent: number) => {
      // An aborted request may still report progress.
      if (own.aborted) return;
      // The number of sent bytes includes headers and fields.
      sentBytes = Math.min(sent, blob.size);
      this.meter.sent(chunk, sentBytes);
    };
    try {
      const options = { form: chunkForm(plan, chunk, sha256), signal: own, onProgress };
      await sendChunk(this.#deps.api, this.#input, options);
    } catch (error) {
      if (!signal.aborted) {
        this.meter.lost(chunk);
        this.#retrying.add(chunk);
        this.onChunk();
      }
      // If a file becomes unreadable, browsers report a network error.
      if (error instanceof ApiError && error.code === 'network') await checkReadable(blob);
      own.throwIfAborted();
      const sent = sentBytes === 0 ? 'nothing' : sentBytes < blob.size ? 'a part' : 'all';
      throw proxyFailure(error, cuts, { begunAt, endedAt: now(), sent }) ?? error;
    } finally {
      done.abort();
    }
    // A chunk whose request was aborted before the response does not count as stored.
    own.throwIfAborted();
  }

  async #complete(run: Run): Promise<Game | undefined> {
    const { plan, signal } = run;
    for (let round = 1; ; round += 1) {
      // The last chunks may have been stored after the stop.
      signal.throwIfAborted();
      try {
        this.isCompletionSent = true;
        const options = { form: completionForm(plan), signal };
        const request = () => sendCompletion(this.#deps.api, this.#input, options);
        return await withRetries(request, this.#deps.delays, signal);
      } catch (error) {
        const missing = error instanceof ApiError ? error.body?.missingChunks : undefined;
        if (!missing?.length || round >= completionRounds) throw error;
        this.#markMissing(plan, missing);
        await this.#sendMissing(run);
      }
    }
  }

  #markMissing(plan: UploadPlan, chunks: number[]): void {
    for (const chunk of chunks) this.#stored.delete(chunk);
    // A missing chunk 0 means that the server has lost the upload.
    if (chunks.includes(0)) this.meter.restart(this.#storedBytes(plan));
    else this.meter.begin(this.#storedBytes(plan));
  }

  #storedBytes(plan: UploadPlan): number {
    let bytes = 0;
    for (const chunk of this.#stored) bytes += chunkOf(plan, chunk).size;
    return bytes;
  }
}

/** A monotonic clock, in milliseconds. */
const now = () => performance.now();
