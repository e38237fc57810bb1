// The upload engine: runs two uploads at a time and queues the others (specification sections 4 and 9). Independent of
// React; use-uploads.ts connects it.
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { Listeners } from '#lib/listeners.ts';
import { UploadError } from './upload-error.ts';
import { queuePositions, waiting } from './upload-order.ts';
import { completed, newRecord, type UploadInput, withFinalTitle } from './upload-plan.ts';
import type { UploadEvent, UploadRecord } from './upload-record.ts';
import { type TransferDelays, type TransferDeps, UploadTransfer } from './upload-transfer.ts';

export interface UploadManagerDeps {
  api: Pick<ApiClient, 'call' | 'sendForm'>;
  /** Returns the size of the largest chunk that the server accepts. */
  maxChunkBytes(): Promise<number>;
  /** Returns the SHA-256 as lowercase hex. */
  digest(blob: Blob, signal: AbortSignal): Promise<string>;
  /** The default is the contract's limits; tests use shorter delays. */
  delays?: Partial<TransferDelays> | undefined;
  newId?: (() => string) | undefined;
  /** Called with the file of every upload, so that its handle can be stored for later sessions. */
  onFile?: ((id: string, file: File) => void) | undefined;
}

interface Upload {
  record: UploadRecord;
  input: UploadInput;
  transfer: UploadTransfer;
  /** Aborts the current run. */
  controller?: AbortController | undefined;
}

const defaultDelays: TransferDelays = {
  retries: limits.chunkRetries,
  retryMs: limits.chunkRetryDelayMs,
  chunkMs: limits.chunkDelayMs,
};

/** How often byte progress is published, in milliseconds. Chunks and state changes are published at once. */
const tickMs = 500;

export class UploadManager {
  #deps: TransferDeps;
  #newId: () => string;
  #onFile: (id: string, file: File) => void;
  /** The uploads by id, in the order in which they were added. */
  #uploads = new Map<string, Upload>();
  #snapshot: readonly UploadRecord[] = [];
  #changes = new Listeners();
  #events = new Listeners<UploadEvent>();
  #ticker: ReturnType<typeof setInterval> | undefined;
  /** What a proxy lets through, as far as uploads of this page have found out. */
  #passingChunkBytes = Number.POSITIVE_INFINITY;

  constructor(deps: UploadManagerDeps) {
    this.#deps = {
      ...deps,
      delays: { ...defaultDelays, ...deps.delays },
      maxChunkBytes: async () => Math.min(await deps.maxChunkBytes(), this.#passingChunkBytes),
      onSmallerChunks: (chunkSize) => {
        this.#passingChunkBytes = chunkSize;
      },
    };
    this.#newId = deps.newId ?? newUploadId;
    this.#onFile = deps.onFile ?? (() => {});
  }

  /** Starts an upload. Returns the existing record if the upload to resume is already running. */
  start(given: UploadInput): UploadRecord {
    const input = withFinalTitle(given);
    const id = input.resume?.uploadId ?? this.#newId();
    if (!id || !input.title) throw new TypeError('An upload needs an id and a title');
    const known = this.#uploads.get(id);
    if (known?.record.status === 'uploading' || known?.record.status === 'queued') return known.record;
    known?.transfer.giveUp();
    const transfer = new UploadTransfer(this.#deps, id, input);
    const upload: Upload = { record: newRecord(id, input, transfer.counts), input, transfer };
    transfer.onChunk = () => this.#refresh(upload);
    this.#uploads.set(id, upload);
    this.#onFile(id, input.file);
    if (this.#hasFreeSlot()) void this.#run(upload, 'started');
    else this.#enqueue(upload);
    return upload.record;
  }

  /** Pauses an upload. Chunks that are more than half sent are completed. */
  pause(id: string): void {
    const upload = this.#uploads.get(id);
    if (upload?.record.status !== 'uploading') return;
    this.#set(upload, { status: 'paused', speed: 0, eta: undefined });
    this.#stop(upload);
    this.#events.call({ type: 'paused', record: upload.record });
    this.#runNext();
  }

  /** Resumes a paused or failed upload, sending only the missing chunks. */
  resume(id: string): void {
    const upload = this.#uploads.get(id);
    if (upload?.record.status !== 'paused' && upload?.record.status !== 'failed') return;
    this.#set(upload, { error: undefined, errorCode: undefined, isGivenUp: undefined, endTime: undefined });
    if (this.#hasFreeSlot()) void this.#run(upload, 'resumed');
    else this.#enqueue(upload);
  }

  /** Resumes a failed upload with another file, because the first one was not that with which it began. */
  resumeWith(id: string, file: File): void {
    const upload = this.#uploads.get(id);
    if (upload?.record.status === 'failed') this.start({ ...upload.input, file });
  }

  /** Marks a failed upload as no longer resumed automatically. */
  giveUpResuming(id: string): void {
    const upload = this.#uploads.get(id);
    if (upload?.record.status === 'failed') this.#set(upload, { isGivenUp: true });
  }

  /** Pauses all running and queued uploads. Emits no events, because this is a single action of the user. */
  pauseAll(): void {
    for (const upload of [...this.#withStatus('uploading'), ...this.#withStatus('queued')]) {
      upload.record = { ...upload.record, status: 'paused', speed: 0, eta: undefined };
      this.#stop(upload);
    }
    this.#publish();
  }

  /** Resumes all paused uploads in order. Emits no events, like `pauseAll`. */
  resumeAll(): void {
    for (const upload of this.#withStatus('paused')) upload.record = { ...upload.record, status: 'queued' };
    this.#publish();
    this.#runNext();
  }

  /**
   * Removes all uploads from the list, as closing the page does. The server keeps their chunks, so they can be resumed.
   */
  clear(): void {
    for (const upload of this.#uploads.values()) this.#giveUp(upload);
    this.#uploads.clear();
    this.#publish();
  }

  /**
   * Cancels an upload here and on the server. Never throws, because an unreachable server cleans up automatically
   * later. If the server had already completed the upload, it ends as completed.
   */
  async cancel(id: string): Promise<void> {
    const upload = this.#uploads.get(id);
    if (!upload || upload.record.status === 'completed') return;
    this.#uploads.delete(id);
    this.#giveUp(upload);
    this.#publish();
    if (!upload.transfer.isCompletionSent) this.#events.call({ type: 'cancelled', record: upload.record });
    this.#runNext();
    const isTooLate = await this.#cleanUp(upload);
    const { record, transfer } = upload;
    if (isTooLate) {
      this.#events.call({ type: 'completed', record: completed(record, transfer.counts), game: undefined });
    } else if (transfer.isCompletionSent) this.#events.call({ type: 'cancelled', record });
  }

  /** Asks the server to delete what it has stored. Returns whether it has completed the upload instead. */
  async #cleanUp({ record, transfer }: Upload): Promise<boolean> {
    // The wrong file was chosen. The chunks on the server belong to the right one.
    if (record.errorCode === 'not_same_file') return false;
    // The upload never started, so the server does not know it.
    if (record.totalChunks === 0) return false;
    try {
      await this.#deps.api.call(contributorApi.cancelUpload, { params: { uploadId: record.id } });
    } catch (error) {
      if (transfer.isCompletionSent && error instanceof ApiError && error.status === 404) return true;
      console.warn(`Upload ${record.id}: the server could not be asked to clean up`, error);
    }
    return false;
  }

  /** Removes a completed or failed upload from the list. */
  remove(id: string): void {
    const status = this.#uploads.get(id)?.record.status;
    if (status !== 'completed' && status !== 'failed') return;
    this.#uploads.delete(id);
    this.#publish();
  }

  /** Returns the same array until something changes. */
  getSnapshot = (): readonly UploadRecord[] => this.#snapshot;

  subscribe = this.#changes.add;

  /** Calls the listener for upload events. Returns a function that unsubscribes. */
  on = this.#events.add;

  #hasFreeSlot(): boolean {
    return this.#withStatus('uploading').length < limits.concurrentUploads;
  }

  #withStatus(status: UploadRecord['status']): Upload[] {
    return [...this.#uploads.values()].filter(({ record }) => record.status === status);
  }

  #enqueue(upload: Upload): void {
    this.#set(upload, { status: 'queued' });
    const position = queuePositions(this.#snapshot).get(upload.record.id) ?? 1;
    this.#events.call({ type: 'queued', record: upload.record, position });
  }

  /** Starts the oldest queued uploads while there are free slots. */
  #runNext(): void {
    for (const { id } of waiting(this.#snapshot)) {
      const upload = this.#uploads.get(id);
      if (!upload || !this.#hasFreeSlot()) return;
      void this.#run(upload, 'started');
    }
  }

  async #run(upload: Upload, event: 'started' | 'resumed'): Promise<void> {
    const controller = new AbortController();
    upload.controller = controller;
    this.#set(upload, { status: 'uploading' });
    this.#events.call({ type: event, record: upload.record });
    try {
      const game = await upload.transfer.run(controller.signal);
      if (!controller.signal.aborted) this.#completed(upload, game);
    } catch (error) {
      // A pause or cancel has already emitted its event.
      if (!controller.signal.aborted) this.#failed(upload, error);
    }
  }

  #stop(upload: Upload): void {
    upload.controller?.abort();
    upload.controller = undefined;
  }

  #giveUp(upload: Upload): void {
    this.#stop(upload);
    upload.transfer.giveUp();
  }

  #completed(upload: Upload, game: Game | undefined): void {
    upload.record = completed(upload.record, upload.transfer.counts, game);
    this.#publish();
    this.#events.call({ type: 'completed', record: upload.record, game });
    this.#runNext();
  }

  #failed(upload: Upload, error: unknown): void {
    const isKnown = error instanceof ApiError || error instanceof UploadError;
    // Any other error is a bug. It is logged, and the upload still ends.
    if (!isKnown) console.error('Upload failed unexpectedly', error);
    this.#set(upload, {
      status: 'failed',
      error: isKnown ? error.message : undefined,
      errorCode: isKnown ? error.code : undefined,
      endTime: Date.now(),
      speed: 0,
      eta: undefined,
    });
    this.#events.call({ type: 'failed', record: upload.record });
    this.#runNext();
  }

  /** Copies the state of the transfer into the record. */
  #refresh(upload: Upload): void {
    const { counts, meter } = upload.transfer;
    const { status } = upload.record;
    if (status === 'uploading') this.#set(upload, { ...counts, ...meter.read() });
    else if (status === 'paused') this.#set(upload, { ...counts, progress: meter.read().progress });
  }

  #set(upload: Upload, change: Partial<UploadRecord>): void {
    upload.record = { ...upload.record, ...change };
    this.#publish();
  }

  #publish(): void {
    this.#snapshot = [...this.#uploads.values()].map(({ record }) => record);
    this.#keepTicking();
    this.#changes.call();
  }

  #keepTicking(): void {
    const isNeeded = this.#withStatus('uploading').length > 0;
    if (isNeeded === (this.#ticker !== undefined)) return;
    clearInterval(this.#ticker);
    this.#ticker = isNeeded ? setInterval(() => this.#tick(), tickMs) : undefined;
  }

  #tick(): void {
    for (const upload of this.#withStatus('uploading')) this.#refresh(upload);
  }
}

/** `crypto.randomUUID` is only available in secure contexts, and plain http must work too. */
function newUploadId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
