// Fetches the pieces that differ, checks them, and writes them into the repaired file.
import { limits } from '@cellar/contract/rules/limits.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { fetchBlob } from '#lib/fetch-file.ts';
import { sleep } from '#lib/sleep.ts';
import { isWorthRetrying } from '../engine/download-error.ts';
import { type ByteRange, type Comparison, type ExpectedFile, rangeOf } from './compare.ts';
import type { Hasher } from './hasher.ts';
import { requestLink, type VerifiedFile } from './repair-link.ts';
import type { RepairedFile } from './repaired-file.ts';
import { VerifyError } from './verify-error.ts';

interface RepairDeps {
  api: Pick<ApiClient, 'call'>;
  target: VerifiedFile;
  expected: ExpectedFile;
  comparison: Comparison;
  output: RepairedFile;
}

export interface RepairOptions {
  hasher: Hasher;
  onProgress(bytes: number): void;
  signal: AbortSignal;
}

/** The pauses before further attempts to fetch a piece, in milliseconds. */
const retryDelays = [1000, 2000, 4000, 8000, 15_000];

/** After a failure, `run` continues with the first piece that is not yet written. */
export class Repair {
  #deps: RepairDeps;
  #link: string | undefined;
  #waiting: number[];
  #fetchedBytes = 0;

  constructor(deps: RepairDeps) {
    this.#deps = deps;
    this.#waiting = [...deps.comparison.wrong];
  }

  /** @throws VerifyError, ApiError, the signal's reason */
  async run({ hasher, onProgress, signal }: RepairOptions): Promise<void> {
    const { expected, output } = this.#deps;
    for (let index = this.#waiting[0]; index !== undefined; index = this.#waiting[0]) {
      const range = rangeOf(expected, index);
      const piece = await this.#fetchWithRetries(range, signal);
      if ((await hasher.digest(piece)) !== expected.digests[index]) throw new VerifyError('changed');
      signal.throwIfAborted();
      await output.write(range, piece);
      this.#noteWritten(index, piece.size);
      signal.throwIfAborted();
      onProgress(this.#fetchedBytes);
    }
    await output.finish();
  }

  get isInPlace(): boolean {
    return this.#deps.output.isInPlace;
  }

  get fetchedBytes(): number {
    return this.#fetchedBytes;
  }

  discard(): void {
    this.#deps.output.discard();
  }

  /** A run that was stopped while it wrote may be overtaken by the next one, which then has written the same piece. */
  #noteWritten(index: number, bytes: number): void {
    if (this.#waiting[0] !== index) return;
    this.#waiting.shift();
    this.#fetchedBytes += bytes;
  }

  async #fetchWithRetries(range: ByteRange, signal: AbortSignal): Promise<Blob> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#fetch(range, signal);
      } catch (error) {
        signal.throwIfAborted();
        const delay = retryDelays[attempt];
        const isInvalid = error instanceof ApiError && error.code === 'ticket_invalid';
        if (isInvalid) this.#link = undefined;
        if (delay === undefined || !(isInvalid || isWorthRetrying(error))) throw error;
        await sleep(delay, signal);
      }
    }
  }

  async #fetch({ start, end }: ByteRange, signal: AbortSignal): Promise<Blob> {
    const { api, target } = this.#deps;
    this.#link ??= await requestLink(api, target, signal);
    // With a condition, Cellar itself sends the bytes and counts them. Whether they are the right ones, their digest tells.
    const headers = { Range: `bytes=${start}-${end - 1}`, 'If-Match': '*' };
    const options = { onProgress: undefined, timeoutMs: limits.apiTimeoutMs, signal };
    return fetchBlob({ url: this.#link, method: 'GET', headers, body: undefined, ...options });
  }
}
