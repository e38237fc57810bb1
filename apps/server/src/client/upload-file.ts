// Sends one file: chunk 0 alone, since the server checks its first bytes, then three chunks at a time, then the request that completes
// the upload. Chunks that the server has from an earlier call are compared and not sent again.
import { createHash } from 'node:crypto';
import { api } from '@cellar/contract/api.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { ProxyCuts } from '@cellar/contract/transfer/rules/proxy-cuts.ts';
import type { ChunkStored } from '@cellar/contract/transfer/uploads.endpoints.ts';
import type { TerminalLine } from '#platform/terminal-line.ts';
import type { Connection } from './connection.ts';
import { ClientError, isTemporary, ProxyLimit, Refusal, TryAgain, withRetries } from './failures.ts';
import { showTransfer } from './transfer-line.ts';
import { chunkOf, type UploadPlan, uploadForm, withSmallerChunks } from './upload-plan.ts';

/** In each round, the server names up to 1,000 missing chunks. */
const completionRounds = 5;

export interface ClientContext {
  connection: Connection;
  line: TerminalLine;
  signal: AbortSignal;
  /** Tells the person at the terminal. */
  note(text: string): void;
}

/** Returns the game, or undefined if an earlier call has completed the upload but did not get the answer. */
export async function uploadFile(context: ClientContext, plan: UploadPlan): Promise<Game | undefined> {
  try {
    return await sendFile(context, plan);
  } catch (error) {
    const smaller = error instanceof ProxyLimit ? withSmallerChunks(plan) : undefined;
    if (!smaller) throw error;
    context.note(`A proxy does not let ${formatBytes(plan.chunkSize)} through. Sending smaller parts.`);
    // The size of an upload's chunks can't change.
    await withRetries(() => cancelIfKnown(context.connection, plan.uploadId), context);
    try {
      return await uploadFile(context, smaller);
    } catch (failure) {
      // Some storages accept no small chunks.
      throw failure instanceof Refusal && failure.code === 'malformed_request' ? error : failure;
    }
  }
}

async function cancelIfKnown(connection: Connection, uploadId: string): Promise<void> {
  try {
    await connection.call(api.cancelUpload, { params: { uploadId } });
  } catch (error) {
    // The server forgets an upload of which no chunk was stored.
    if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
  }
}

async function sendFile(context: ClientContext, plan: UploadPlan): Promise<Game | undefined> {
  // If one chunk fails, the others stop.
  const failure = new AbortController();
  const signal = AbortSignal.any([context.signal, failure.signal]);
  const upload = new ChunkSender({ ...context, signal }, plan);
  try {
    if (plan.isResumed) await upload.findStored();
    await upload.sendMissing();
    return await complete(context, plan, upload);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'upload_finished') return undefined;
    throw error;
  } finally {
    failure.abort();
  }
}

async function complete(context: ClientContext, plan: UploadPlan, upload: ChunkSender): Promise<Game> {
  for (let round = 1; ; round += 1) {
    try {
      const answer = await withRetries(() => sendForm(context.connection, plan), context);
      if ('_id' in answer) return answer;
      throw new ClientError('The server did not complete the upload.');
    } catch (error) {
      const missing = error instanceof Refusal ? error.body.missingChunks : undefined;
      if (!missing?.length || round >= completionRounds) throw error;
      await upload.sendMissing(missing);
    }
  }
}

class ChunkSender {
  readonly #context: ClientContext;
  readonly #plan: UploadPlan;
  readonly #show: (done: number) => void;
  /** Stored chunks. */
  readonly #stored = new Set<number>();
  /** Bytes of the chunks that are being sent. */
  readonly #sent = new Map<number, number>();

  constructor(context: ClientContext, plan: UploadPlan) {
    this.#context = context;
    this.#plan = plan;
    this.#show = showTransfer({ line: context.line, name: plan.fileName, total: plan.file.size });
  }

  /** Asks which chunks are stored, and compares them with the file. @throws ClientError if they are of another file */
  async findStored(): Promise<void> {
    const { connection } = this.#context;
    const params = { uploadId: this.#plan.uploadId };
    for (let after: number | undefined, isLast = false; !isLast; ) {
      const query: Record<string, string> = after === undefined ? {} : { after: String(after) };
      const { chunks } = await withRetries(
        () => connection.call(api.listUploadChunks, { params, query }),
        this.#context,
      );
      for (const { chunkNumber, sha256 } of chunks) if (sha256) await this.#compare(chunkNumber, sha256);
      after = chunks.at(-1)?.chunkNumber;
      isLast = chunks.length < limits.storedChunksPerAnswer;
    }
    const share = Math.floor((this.#stored.size / this.#plan.totalChunks) * 100);
    this.#context.note(`Continuing: the server already has ${share} % of ${this.#plan.fileName}.`);
  }

  async #compare(chunk: number, sha256: string): Promise<void> {
    if ((await this.#digest(chunk)) !== sha256) {
      throw new ClientError(
        `The server has a part of another file called ${this.#plan.fileName}. Cancel that upload under Current Uploads first.`,
      );
    }
    this.#stored.add(chunk);
    this.#showProgress();
  }

  /** `missing`: sent again, whatever is known about them. By default, all chunks that are not known to be stored. */
  async sendMissing(missing: readonly number[] = []): Promise<void> {
    for (const chunk of missing) this.#stored.delete(chunk);
    const all = Array.from({ length: this.#plan.totalChunks }, (_, chunk) => chunk);
    const queue = all.filter((chunk) => !this.#stored.has(chunk));
    if (queue[0] === 0) await this.#sendChunks(queue.splice(0, 1));
    const connections = Array.from({ length: limits.concurrentChunks }, () => this.#sendChunks(queue));
    await Promise.all(connections);
  }

  /** Sends chunks of the queue that all connections share, until it is empty. */
  async #sendChunks(queue: number[]): Promise<void> {
    for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
      const chunk = { number, sha256: await this.#digest(number), cuts: new ProxyCuts() };
      await withRetries(() => this.#sendChunk(chunk), this.#context);
      this.#stored.add(number);
      this.#showProgress();
    }
  }

  async #sendChunk(chunk: { number: number; sha256: string; cuts: ProxyCuts }): Promise<void> {
    const { size } = chunkOf(this.#plan, chunk.number);
    // The form is slightly larger than its file.
    const handleSent = (bytes: number) => {
      this.#sent.set(chunk.number, Math.min(bytes, size));
      this.#showProgress();
    };
    const begunAt = performance.now();
    try {
      const answer = await sendForm(this.#context.connection, this.#plan, chunk, handleSent);
      if (!('chunkNumber' in answer)) throw new TryAgain('A proxy has answered instead of the server.');
    } catch (error) {
      const isSent = (this.#sent.get(chunk.number) ?? 0) >= size;
      this.#refuseProxyLimit(error, chunk.cuts, { begunAt, isSent });
      throw error;
    } finally {
      this.#sent.delete(chunk.number);
    }
  }

  /** Little is sent anew with smaller chunks; with many stored, the same chunk is tried again. @throws ProxyLimit */
  #refuseProxyLimit(
    error: unknown,
    cuts: ProxyCuts,
    { begunAt, isSent }: { begunAt: number; isSent: boolean },
  ): void {
    const isForeign = !(error instanceof Refusal && error.code !== undefined);
    if (isForeign && error instanceof Refusal && error.status === 413) throw new ProxyLimit('size');
    if (!isForeign || !isTemporary(error) || isSent) return;
    const isRepeated = cuts.add({ begunAt, endedAt: performance.now() });
    if (isRepeated && this.#stored.size <= limits.concurrentChunks) throw new ProxyLimit('time');
  }

  async #digest(chunk: number): Promise<string> {
    const hash = createHash('sha256');
    try {
      for await (const piece of chunkOf(this.#plan, chunk).stream()) hash.update(piece);
    } catch (error) {
      throw unreadable(this.#plan, error);
    }
    this.#context.signal.throwIfAborted();
    return hash.digest('hex');
  }

  #showProgress(): void {
    let done = 0;
    for (const chunk of this.#stored) done += chunkOf(this.#plan, chunk).size;
    for (const bytes of this.#sent.values()) done += bytes;
    this.#show(done);
  }
}

function sendForm(
  connection: Connection,
  plan: UploadPlan,
  chunk?: { number: number; sha256: string },
  onSent?: (bytes: number) => void,
): Promise<Game | ChunkStored> {
  const { gameId = '', extra } = plan.target;
  const call = { params: { id: gameId }, form: uploadForm(plan, chunk), ...(onSent && { onSent }) };
  if (gameId === '') return connection.call(api.addGame, call);
  return connection.call(extra ? api.addExtra : api.addFile, call);
}

/** A `Blob` of a file that has changed since it was opened can't be read. */
function unreadable({ path }: UploadPlan, error: unknown): unknown {
  if (!(error instanceof DOMException) || error.name !== 'NotReadableError') return error;
  return new ClientError(`${path} was changed or removed during the upload.`);
}
