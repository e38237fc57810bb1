// Pictures for tests, made on the spot, and sending them in as an admin would.
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import sharp, { type Sharp } from 'sharp';
import type { TestApp } from './build-app.ts';
import type { Answer, Client } from './client.ts';

/** Each one of its own: a gradient between two random colours. */
export function samplePicture(width = 600, height = 900): Sharp {
  const [a, b] = [0, 1].map(() => `#${randomBytes(3).toString('hex')}`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="g" x2="1" y2="1"><stop stop-color="${a}"/><stop offset="1" stop-color="${b}"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

/** As our own drawings are kept. */
export function sampleWebp(width = 600, height = 900): Promise<Buffer> {
  return samplePicture(width, height).webp().toBuffer();
}

export function sendPicture(client: Client, bytes: Buffer, fileName = 'picture.png'): Promise<Answer> {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(bytes)]), fileName);
  return client.call(api.keepArtwork, { form });
}

/** What the folder of pictures holds, drafts included. */
export async function pictureFiles({ dataDir }: Pick<TestApp, 'dataDir'>): Promise<string[]> {
  const folder = join(dataDir, 'artwork');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isFile() ? entry.name : [])).sort();
}

/** Where it is kept. */
export function picturePath({ dataDir }: Pick<TestApp, 'dataDir'>, name: string): string {
  return join(dataDir, 'artwork', name.slice(0, 2), name);
}
