// Uploads as a client sees them: chunks, their fields, and the requests.
import { api } from '@cellar/contract/api.ts';
import type { AnyEndpoint } from '@cellar/contract/endpoint.ts';
import type { StoredChunks } from '@cellar/contract/transfer/uploads.ts';
import { newId } from '#platform/tokens.ts';
import type { Answer, Client } from './client.ts';
import { sampleArchive } from './factories.ts';
import { sha256 } from './traces.ts';

export interface SampleUpload {
  title: string;
  platform: string;
  fileExtension: string;
  uploadId: string;
  archive: Buffer;
  chunkSize: number;
  /** The facts of an extra. Without them, the upload adds a platform file. */
  extra?: Record<string, string>;
  /** The game to which the upload adds a platform file. Without it, the upload adds a new game. */
  gameId?: string;
}

export type Fields = Record<string, string>;

/** Returns an upload of four chunks by default, the last of them shorter. */
export function sampleUpload(changes: Partial<SampleUpload> = {}): SampleUpload {
  const archive = changes.archive ?? sampleArchive(3500);
  const id = newId();
  return {
    title: `Sample Game ${id}`,
    platform: 'Windows',
    fileExtension: '.zip',
    uploadId: `u${id}`,
    archive,
    chunkSize: 1000,
    ...changes,
  };
}

export function totalChunksOf({ archive, chunkSize }: SampleUpload): number {
  return Math.max(1, Math.ceil(archive.length / chunkSize));
}

export function chunkNumbersOf(upload: SampleUpload): number[] {
  return [...Array(totalChunksOf(upload)).keys()];
}

export function chunkBytes({ archive, chunkSize }: SampleUpload, chunkNumber: number): Buffer {
  return archive.subarray(chunkNumber * chunkSize, (chunkNumber + 1) * chunkSize);
}

/** Returns the fields of the specification. */
export function specFields(upload: SampleUpload, chunkNumber: number): Fields {
  const { title, platform, fileExtension, uploadId, gameId, extra } = upload;
  return {
    ...(gameId ? {} : { title }),
    ...(extra ?? { platform }),
    fileExtension,
    uploadId,
    chunkNumber: String(chunkNumber),
    totalChunks: String(totalChunksOf(upload)),
  };
}

/** Returns the fields of the specification, and those that Cellar's web client adds. */
export function ourFields(upload: SampleUpload, chunkNumber: number): Fields {
  return {
    ...specFields(upload, chunkNumber),
    fileSize: String(upload.archive.length),
    chunkSize: String(upload.chunkSize),
    chunkSha256: sha256(chunkBytes(upload, chunkNumber)),
    fileName: 'sample.zip',
  };
}

type Part = [name: string, value: string | Buffer];

/** Preserves the order of the parts. Buffers become file parts. */
export function formOf(parts: Part[], fileName = 'sample.zip'): FormData {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), fileName);
  }
  return form;
}

export function send(
  client: Client,
  upload: Pick<SampleUpload, 'gameId' | 'extra'>,
  parts: Part[],
): Promise<Answer> {
  const ofGame = upload.extra ? api.addExtra : api.addFile;
  const endpoint: AnyEndpoint = upload.gameId ? ofGame : api.addGame;
  return client.call(endpoint, { params: { id: upload.gameId ?? '' }, form: formOf(parts) });
}

interface Changes {
  fields?: Fields;
  body?: Buffer;
  /** Fields to leave out. */
  without?: string[];
}

/** Sends a chunk like Cellar's web client: fields first, with sizes and digest. */
export function sendChunk(
  client: Client,
  upload: SampleUpload,
  chunkNumber: number,
  { fields = {}, body, without = [] }: Changes = {},
): Promise<Answer> {
  const all = Object.entries({ ...ourFields(upload, chunkNumber), ...fields });
  const kept = all.filter(([name]) => !without.includes(name));
  return send(client, upload, [...kept, ['gameFile', body ?? chunkBytes(upload, chunkNumber)]]);
}

export async function sendAll(client: Client, upload: SampleUpload, fields: Fields = {}): Promise<void> {
  for (const number of chunkNumbersOf(upload)) {
    const { status, body } = await sendChunk(client, upload, number, { fields });
    if (status !== 200) throw new Error(`chunk ${number} was refused: ${JSON.stringify(body)}`);
  }
}

/** Sends the final request, which has no file and the number of the last chunk. */
export function complete(client: Client, upload: SampleUpload, fields: Fields = {}): Promise<Answer> {
  const { chunkSha256: _, ...last } = ourFields(upload, totalChunksOf(upload) - 1);
  return send(client, upload, Object.entries({ ...last, ...fields }));
}

/** Returns all unfinished uploads with their stored chunks. */
export async function listUnfinished(client: Client) {
  const uploads: { uploadId: string; chunks: StoredChunks }[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { body } = await client.call(api.listUploads, { query: { page } });
    for (const upload of body.uploads) {
      const { status, body: stored } = await client.call(api.listUploadChunks, { params: upload });
      // It may have been completed in the meantime.
      if (status === 200) uploads.push({ ...upload, chunks: stored.chunks });
    }
    last = body.totalPages;
  }
  return uploads;
}
