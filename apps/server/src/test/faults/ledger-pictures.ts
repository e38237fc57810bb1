// The pictures that a ledger knows: whatever a game shows must be there, whole, in every size.
import { api } from '@cellar/contract/api.ts';
import { artworkUrlAt, artworkWidths } from '@cellar/contract/games/rules/artwork.ts';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Client } from '#test/client.ts';
import { sendPicture } from '#test/sample-pictures.ts';
import { sha256 } from '#test/traces.ts';

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
