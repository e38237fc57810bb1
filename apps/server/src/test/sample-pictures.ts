// Generates pictures and uploads them.
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { artworkUrlAt, artworkWidths } from '@cellar/contract/games/rules/artwork.ts';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { TestApp } from './build-app.ts';
import type { Answer, Client } from './client.ts';
import { sha256 } from './traces.ts';

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

// The pictures that a ledger knows: whatever a game shows must be there, whole, in every size.

/** Returns the address of a new picture, which no game shows yet. */
export async function addPicture(client: Client): Promise<string> {
  const { status, body } = await sendPicture(client, await noise());
  expect([status, body.code]).toEqual([201, undefined]);
  return body.url;
}

/** Adds a picture, and makes it the cover and a screenshot of a game. */
export async function keepPicture(client: Client, id: string): Promise<void> {
  expect((await showPicture(client, id, await addPicture(client))).status).toBe(200);
}

export function showPicture(client: Client, id: string, url: string) {
  return client.call(api.editGame, { params: { id }, json: { boxArtUrl: url, gameplayImages: [url] } });
}

/** Random pixels, so that no size fits into one page of a disk. */
function noise(): Promise<Buffer> {
  const [width, height] = [240, 360];
  const create = {
    width,
    height,
    channels: 3,
    background: 'gray',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  } as const;
  return sharp({ create }).png().toBuffer();
}

export async function expectPicture(client: Client, url: string): Promise<void> {
  const picture = await fetchPicture(client, url);
  // A picture is named by its digest.
  expect(`/api/artwork/${sha256(picture)}.webp`).toBe(url);
  for (const width of artworkWidths) {
    const { info } = await sharp(await fetchPicture(client, artworkUrlAt(url, width)), {
      failOn: 'truncated',
    })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toBeLessThanOrEqual(width);
  }
}

async function fetchPicture(client: Client, url: string): Promise<Buffer> {
  const answer = await client.fetch(url);
  expect([url, answer.status]).toEqual([url, 200]);
  return Buffer.from(await answer.arrayBuffer());
}
