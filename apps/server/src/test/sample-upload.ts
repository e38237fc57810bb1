// Uploads as a client sees them: chunks, their fields, and the requests.

import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import type { Contribution } from '@cellar/contract/club/contributions.endpoints.ts';
import type { AnyEndpoint } from '@cellar/contract/endpoint.ts';
import type { StoredChunks } from '@cellar/contract/transfer/uploads.endpoints.ts';
import { newId } from '#platform/tokens.ts';
import type { Account, Answer, Client } from './client.ts';
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

type Fields = Record<string, string>;

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

// An upload request whose bytes a test sends step by step, and whose connection the test can cut.

export interface SlowUpload {
  /** Sends more bytes of the file. Resolves a moment later, when the server has received them. */
  write(bytes: Buffer): Promise<void>;
  /** Ends the form and the request. */
  finish(): void;
  /** Ends the request before the form is complete. */
  breakOff(): void;
  /** Cuts the connection. */
  cut(): void;
  /** Rejects when the connection is cut. */
  // biome-ignore lint/suspicious/noExplicitAny: every response has a different shape, which the test asserts
  answer: Promise<{ status: number; body: any }>;
}

const boundary = 'cellar-test-boundary';

/** Sends the fields, and the header of the file part. */
export function beginUpload(
  url: string,
  account: Account | undefined,
  fields: Fields,
  fileField = 'gameFile',
): SlowUpload {
  const request = httpRequest(url, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${account?.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const answer = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', async (response) => {
      const pieces: Buffer[] = [];
      try {
        for await (const piece of response) pieces.push(piece);
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(pieces).toString()) });
      } catch (error) {
        reject(error);
      }
    });
  });
  // Prevents an unhandled rejection if the test cuts the connection.
  answer.catch(() => undefined);
  request.write(Object.entries(fields).map(fieldPart).join(''));
  request.write(filePart(fileField));
  return {
    answer,
    async write(bytes) {
      if (!request.write(bytes)) await once(request, 'drain');
      await sleep(50);
    },
    finish: () => request.end(`\r\n--${boundary}--\r\n`),
    breakOff: () => request.end(),
    cut: () => request.destroy(),
  };
}

function fieldPart([name, value]: [string, string]): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

function filePart(name: string): string {
  const disposition = `Content-Disposition: form-data; name="${name}"; filename="sample.zip"`;
  return `--${boundary}\r\n${disposition}\r\nContent-Type: application/zip\r\n\r\n`;
}

// Contributions as contributors and admins see them.

/** Uploads a file as a contributor does. Returns the contribution and the game that holds its file. */
export async function contribute(
  contributor: Client,
  changes: Partial<SampleUpload> = {},
): Promise<{ contribution: Contribution; gameId: string; upload: SampleUpload }> {
  const upload = sampleUpload(changes);
  await sendAll(contributor, upload);
  const { status, body } = await complete(contributor, upload);
  if (status !== 201) throw new Error(`the contribution was refused: ${JSON.stringify(body)}`);
  const contribution = (await listOwn(contributor)).find(({ gameId }) => gameId === body._id);
  if (!contribution) throw new Error('the contribution is not listed');
  return { contribution, gameId: body._id, upload };
}

export async function listOwn(contributor: Client): Promise<Contribution[]> {
  return (await contributor.call(api.listMyContributions)).body.contributions;
}

export async function listForReview(admin: Client, show = 'waiting'): Promise<Contribution[]> {
  return (await admin.call(api.listContributions, { query: { show } })).body.contributions;
}

export const accept = (admin: Client, id: string) => admin.call(api.acceptContribution, { params: { id } });

export const decline = (admin: Client, id: string, reason = 'It is damaged.') =>
  admin.call(api.declineContribution, { params: { id }, json: { reason } });

export const withdraw = (contributor: Client, id: string) =>
  contributor.call(api.withdrawContribution, { params: { id } });
