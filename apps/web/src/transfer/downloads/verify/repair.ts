// Fetches the pieces that differ, checks them, and writes them into the repaired file.

import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { OwnActivity } from '@cellar/contract/transfer/download-activity.endpoints.ts';
import type { Ticket } from '@cellar/contract/transfer/downloads.endpoints.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import type { Digester } from '#lib/digester.ts';
import { fetchBlob } from '#lib/fetch-file.ts';
import { type FileHandle, handleOf } from '#lib/pick-files.ts';
import { saveBlob } from '#lib/save-blob.ts';
import { sleep } from '#lib/sleep.ts';
import { isWorthRetrying } from '../engine/download-error.ts';
import { type ByteRange, type Comparison, type ExpectedFile, OtherContentError, rangeOf } from './compare.ts';

interface RepairDeps {
  api: Pick<ApiClient, 'call'>;
  target: VerifiedFile;
  expected: ExpectedFile;
  comparison: Comparison;
  output: RepairedFile;
}

export interface RepairOptions {
  digester: Pick<Digester, 'digest'>;
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

  /** @throws OtherContentError, ApiError, the errors of writing, the signal's reason */
  async run({ digester, onProgress, signal }: RepairOptions): Promise<void> {
    const { expected, output } = this.#deps;
    for (let index = this.#waiting[0]; index !== undefined; index = this.#waiting[0]) {
      const range = rangeOf(expected, index);
      const piece = await this.#fetchWithRetries(range, signal);
      const digest = await digester.digest(piece, signal);
      if (digest !== expected.digests[index]) throw new OtherContentError();
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

// The address from which the pieces of a repair are fetched. A repair belongs to the download that it completes.

/** A platform file or extra of a game. */
export interface VerifiedFile {
  gameId: string;
  /** The platform of a platform file. */
  platform: string;
  /** For an extra. */
  extraId?: string | undefined;
}

/** As many downloads as one page of the history has. */
const recent = 100;

/** Returns the address, with a new ticket. @throws ApiError, the signal's reason */
async function requestLink(
  api: Pick<ApiClient, 'call'>,
  file: VerifiedFile,
  signal: AbortSignal,
): Promise<string> {
  const known = await findDownload(api, file, signal);
  if (known === undefined) return requestTicket(api, file, newDownloadId(), signal);
  return requestTicket(api, file, known, signal).catch((error) => {
    // The download counts the bytes of an earlier content.
    if (error instanceof ApiError && error.code === 'download_id_taken')
      return requestTicket(api, file, newDownloadId(), signal);
    throw error;
  });
}

/**
 * Returns the id of the member's latest download of this file. What the repair fetches is counted in it: an interrupted download is
 * completed by its missing bytes, and a completed one stays as it is.
 */
async function findDownload(api: Pick<ApiClient, 'call'>, file: VerifiedFile, signal: AbortSignal) {
  const { activities } = await api.call(memberApi.myActivity, { query: { limit: recent }, signal });
  return activities.find((activity) => isOfFile(activity, file))?.downloadId;
}

function isOfFile(
  { game, currentPlatform, extra, singleFile, isCancelled }: OwnActivity,
  { gameId, platform, extraId }: VerifiedFile,
): boolean {
  if (game?._id !== gameId || singleFile || isCancelled) return false;
  return extraId === undefined ? !extra && currentPlatform === platform : extra?.id === extraId;
}

async function requestTicket(
  api: Pick<ApiClient, 'call'>,
  { gameId: id, platform, extraId }: VerifiedFile,
  downloadId: string,
  signal: AbortSignal,
): Promise<string> {
  const options = { body: { downloadId }, signal };
  const { url }: Ticket =
    extraId === undefined
      ? await api.call(memberApi.createTicket, { params: { id, platform }, ...options })
      : await api.call(memberApi.createExtraTicket, { params: { id, extraId }, ...options });
  return url;
}

/** A time and a random number. `crypto.randomUUID` does not exist on plain http. */
function newDownloadId(): string {
  return `repair-${Date.now()}-${Math.random().toString(36).slice(2)}`;
}

// Where the fetched pieces go: into the file itself, or into a copy that the browser saves.

interface RepairedFile {
  isInPlace: boolean;
  write(range: ByteRange, piece: Blob): Promise<void>;
  /** Everything is written: gives the file its size, and saves it. */
  finish(): Promise<void>;
  /** The file stays as it was. */
  discard(): void;
}

interface Writable {
  write(change: { type: 'write'; position: number; data: Blob }): Promise<void>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** The methods of the File System Access API used here, of which TypeScript knows no permissions. */
export interface WritableHandle extends FileHandle {
  createWritable(options: { keepExistingData: boolean }): Promise<Writable>;
  requestPermission(options: { mode: 'read' | 'readwrite' }): Promise<PermissionState>;
}

/** Returns undefined in browsers that can't write into a chosen file, and on plain http. */
export async function writableHandleOf(file: File): Promise<WritableHandle | undefined> {
  const handle = (await handleOf(file)) as Partial<WritableHandle> | undefined;
  return handle?.createWritable && handle.requestPermission ? (handle as WritableHandle) : undefined;
}

/** Call this in the click that begins the repair. Returns whether the member permits writing into the file. */
export async function mayWrite(handle: WritableHandle): Promise<boolean> {
  return (await handle.requestPermission({ mode: 'readwrite' }).catch(() => 'denied')) === 'granted';
}

/** The browser writes into a copy beside the file, and replaces the file at the end. */
export async function openInPlace(handle: WritableHandle, { size }: ExpectedFile): Promise<RepairedFile> {
  const writable = await handle.createWritable({ keepExistingData: true });
  return {
    isInPlace: true,
    write: ({ start }, data) => writable.write({ type: 'write', position: start, data }),
    finish: () => writable.truncate(size).then(() => writable.close()),
    discard: () => void writable.abort().catch(() => undefined),
  };
}

/**
 * A Blob of parts of the file and the fetched pieces only refers to them; browsers keep large pieces on the disk. So the file
 * is never in memory as a whole.
 */
export function openCopy(file: File, expected: ExpectedFile): RepairedFile {
  const pieces = new Map<number, Blob>();
  return {
    isInPlace: false,
    async write({ start }, piece) {
      pieces.set(start, piece);
    },
    async finish() {
      saveBlob(composed(file, expected, pieces), expected.name);
    },
    discard: () => pieces.clear(),
  };
}

/** `pieces`: by the positions where they begin. */
function composed(file: File, { size }: ExpectedFile, pieces: ReadonlyMap<number, Blob>): Blob {
  const parts: Blob[] = [];
  let position = 0;
  for (const [start, piece] of [...pieces].sort(([one], [other]) => one - other)) {
    parts.push(file.slice(position, start), piece);
    position = start + piece.size;
  }
  parts.push(file.slice(position, size));
  return new Blob(parts, { type: 'application/octet-stream' });
}
