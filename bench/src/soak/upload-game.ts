// Uploads a game in chunks. Some chunks break off in the middle and are sent again, as the list of stored chunks says.
import { createHash } from 'node:crypto';
import http from 'node:http';
import { chunkFields } from '../cellar-client.ts';
import { ask, askJson, encode, parse, requestOf } from './ask.ts';
import type { StoredFile } from './download-file.ts';
import { isLucky, think, type Visitor } from './site.ts';

const chunkBytes = 1024 * 1024;

/** Enough for different chunks, which begin at any place of it. */
const noise = createHash('shake256', { outputLength: 4 * chunkBytes })
  .update('soak')
  .digest();

export interface UploadedGame {
  title: string;
  uploadId: string;
  chunks: Buffer[];
}

export function inventGame({ random }: Visitor, title: string, chunkCount: number): UploadedGame {
  const chunks = Array.from({ length: chunkCount }, () => {
    const from = Math.floor(random() * (noise.length - chunkBytes));
    return noise.subarray(from, from + chunkBytes);
  });
  const first = Buffer.from(chunks[0] ?? noise.subarray(0, chunkBytes));
  first.write('PK\x03\x04', 'latin1');
  return { title, uploadId: title.replaceAll(' ', '-'), chunks: [first, ...chunks.slice(1)] };
}

/** Sends all chunks. `chance`: that the line breaks in the middle of a chunk. */
export async function sendChunks(
  visitor: Visitor,
  { token, game, chance }: { token: string; game: UploadedGame; chance: number },
): Promise<void> {
  for (;;) {
    const stored = await listStored(visitor, token, game);
    const missing = [...game.chunks.keys()].filter((number) => !stored.has(number));
    if (missing.length === 0) return;
    for (const number of missing) {
      if (isLucky(visitor, chance)) {
        await breakChunk(visitor, token, formOf(game, number));
        visitor.site.tally.counts.cutChunks += 1;
        await think(visitor, 1500);
        break;
      }
      await ask(visitor, '/api/games', { method: 'POST', token, form: formOf(game, number) });
    }
  }
}

/** An upload that has not begun is not known. */
async function listStored(visitor: Visitor, token: string, { uploadId }: UploadedGame): Promise<Set<number>> {
  const question = { token, expected: [200, 404] };
  const answer = await ask(visitor, `/api/games/uploads/${uploadId}/chunks`, question);
  if (answer.status === 404) return new Set();
  const { chunks } = parse<{ chunks: { chunkNumber: number }[] }>(answer);
  return new Set(chunks.map(({ chunkNumber }) => chunkNumber));
}

/** Returns the file of the new game. */
export async function completeUpload(
  visitor: Visitor,
  token: string,
  game: UploadedGame,
): Promise<StoredFile> {
  const form = new FormData();
  for (const [name, value] of fieldsOf(game, game.chunks.length - 1)) form.append(name, value);
  const question = { method: 'POST', token, form, expected: [201] } as const;
  const { _id } = await askJson<{ _id: string }>(visitor, '/api/games', question);
  const hash = createHash('sha256');
  for (const chunk of game.chunks) hash.update(chunk);
  visitor.site.tally.counts.uploads += 1;
  return { gameId: _id, size: game.chunks.length * chunkBytes, sha256: hash.digest('hex') };
}

function formOf(game: UploadedGame, number: number): FormData {
  const chunk = game.chunks[number] as Buffer<ArrayBuffer>;
  const form = new FormData();
  for (const [name, value] of fieldsOf(game, number)) form.append(name, value);
  form.append('gameFile', new Blob([chunk]), 'game.zip');
  return form;
}

function fieldsOf({ title, uploadId, chunks }: UploadedGame, number: number): [string, string][] {
  const chunkSha256 = createHash('sha256')
    .update(chunks[number] ?? '')
    .digest('hex');
  return chunkFields({ title, uploadId, chunkBytes, totalChunks: chunks.length, chunkSha256 }, number);
}

/** Sends a part of the request and closes the connection. */
async function breakChunk(visitor: Visitor, token: string, form: FormData): Promise<void> {
  const { type, bytes } = await encode(form);
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': bytes.length };
  const options = requestOf(visitor, { method: 'POST', path: '/api/games', agent: false, headers });
  await new Promise<void>((resolve) => {
    const sending = http.request(options).on('close', resolve);
    // The server may answer or reset the connection; both are fine for a request that breaks off.
    sending.on('error', () => undefined);
    sending.write(bytes.subarray(0, Math.floor(visitor.random() * bytes.length)), () => sending.destroy());
  });
}
