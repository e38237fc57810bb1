// A client for the few API calls that the rows need. The load generator writes the bytes of chunks; this file provides the rest
// of their requests.
import { randomUUID } from 'node:crypto';
import type { UploadRequest } from '../load/upload-load.ts';

export interface UploadPlan {
  title: string;
  uploadId: string;
  chunkBytes: number;
  totalChunks: number;
  /** The hash of each chunk: all contain the same bytes. */
  chunkSha256?: string;
}

export interface CellarClient {
  origin: string;
  token: string;
  /** The answer of the login, which the page keeps in the local storage. */
  session: string;
  /** Returns the body of the answer. */
  get(path: string): Promise<string>;
  /** Sends a JSON body and returns that of the answer. */
  send<T>(method: 'POST' | 'PUT', path: string, body?: object): Promise<T>;
  chunkRequests(plan: UploadPlan): UploadRequest[];
  /** Sends the final POST. Returns the game's id and the milliseconds until the answer. */
  completeUpload(plan: UploadPlan): Promise<{ gameId: string; ms: number }>;
  cancelUpload(uploadId: string): Promise<void>;
  deleteGame(gameId: string): Promise<void>;
  /** Creates a ticket and returns the path and query of the file. */
  downloadPath(gameId: string): Promise<string>;
}

export const PLATFORM = 'Windows';

export async function logIn(
  port: number,
  account: { email: string; password: string },
): Promise<CellarClient> {
  const origin = `http://127.0.0.1:${port}`;
  const session = await call<{ token: string }>(`${origin}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  const { token } = session;
  const headers = { authorization: `Bearer ${token}` };
  const json = { ...headers, 'content-type': 'application/json' };

  return {
    origin,
    token,
    session: JSON.stringify(session),
    async get(path) {
      const response = await fetch(origin + path, { headers });
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      return response.text();
    },
    send: (method, path, body = {}) =>
      call(origin + path, { method, headers: json, body: JSON.stringify(body) }),
    chunkRequests: (plan) =>
      Array.from({ length: plan.totalChunks }, (_, chunk) => chunkRequest(plan, chunk, { port, token })),
    async completeUpload(plan) {
      const form = new FormData();
      for (const [name, value] of chunkFields(plan, plan.totalChunks - 1)) form.append(name, value);
      const started = performance.now();
      const game = await call<{ _id: string }>(`${origin}/api/games`, {
        method: 'POST',
        headers,
        body: form,
      });
      return { gameId: game._id, ms: performance.now() - started };
    },
    async cancelUpload(uploadId) {
      await call(`${origin}/api/games/cancel/${uploadId}`, { method: 'POST', headers });
    },
    async deleteGame(gameId) {
      await call(`${origin}/api/games/${gameId}`, { method: 'DELETE', headers });
    },
    async downloadPath(gameId) {
      const body = JSON.stringify({ downloadId: randomUUID() });
      const path = `/api/games/${gameId}/download/${PLATFORM}`;
      const ticket = await call<{ url: string }>(origin + path, { method: 'POST', headers: json, body });
      const { pathname, search } = new URL(ticket.url, origin);
      return pathname + search;
    },
  };
}

export function chunkFields(plan: UploadPlan, chunkNumber: number): [string, string][] {
  const fields: [string, string][] = [
    ['title', plan.title],
    ['platform', PLATFORM],
    ['chunkNumber', String(chunkNumber)],
    ['totalChunks', String(plan.totalChunks)],
    ['uploadId', plan.uploadId],
    ['fileExtension', '.zip'],
    ['fileSize', String(plan.chunkBytes * plan.totalChunks)],
    ['chunkSize', String(plan.chunkBytes)],
  ];
  return plan.chunkSha256 ? [...fields, ['chunkSha256', plan.chunkSha256]] : fields;
}

function chunkRequest(
  plan: UploadPlan,
  chunkNumber: number,
  { port, token }: { port: number; token: string },
): UploadRequest {
  // As long as a browser's, because longer boundaries are found faster.
  const boundary = '----WebKitFormBoundaryCellarBench00001';
  const fields = chunkFields(plan, chunkNumber)
    .map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('');
  const fileHead =
    `--${boundary}\r\nContent-Disposition: form-data; name="gameFile"; filename="game.zip"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n';
  const after = `\r\n--${boundary}--\r\n`;
  const length = fields.length + fileHead.length + plan.chunkBytes + after.length;
  const head =
    `POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n`;
  return { before: head + fields + fileHead, after };
}

async function call<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, init);
  if (!response.ok)
    throw new Error(`${init.method} ${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
