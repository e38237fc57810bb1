// Generates pictures and uploads them.
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import sharp, { type Sharp } from 'sharp';
import type { TestApp } from './build-app.ts';
import type { Answer, Client } from './client.ts';

/** Draws a unique picture: a gradient between two random colors. */
export function samplePicture(width = 600, height = 900): Sharp {
  const [a, b] = [0, 1].map(() => `#${randomBytes(3).toString('hex')}`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="g" x2="1" y2="1"><stop stop-color="${a}"/><stop offset="1" stop-color="${b}"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

export function sampleWebp(width = 600, height = 900): Promise<Buffer> {
  return samplePicture(width, height).webp().toBuffer();
}

export function sendPicture(client: Client, bytes: Buffer, fileName = 'picture.png'): Promise<Answer> {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(bytes)]), fileName);
  return client.call(api.keepArtwork, { form });
}

/** Lists the files in the folder of pictures, including drafts. */
export async function pictureFiles({ dataDir }: Pick<TestApp, 'dataDir'>): Promise<string[]> {
  const folder = join(dataDir, 'artwork');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isFile() ? entry.name : [])).sort();
}

export function picturePath({ dataDir }: Pick<TestApp, 'dataDir'>, name: string): string {
  return join(dataDir, 'artwork', name.slice(0, 2), name);
}
