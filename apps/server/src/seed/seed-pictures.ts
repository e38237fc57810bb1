// Unique pictures for hundreds of thousands of invented games: tiny drawings, made unique by bytes appended after their
// pixels. Written without flushing.
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { artworkNameAt, artworkWidths } from '@cellar/contract/games/rules/artwork.ts';
import { rgbaToThumbHash } from 'thumbhash';
import type { ArtworkRow } from '#games/artwork/artwork.repository.ts';
import { createYielder } from '#platform/event-loop.ts';
import { DiskPictures } from '#platform/storage/disk/disk-pictures.ts';
import type { Random } from './random.ts';

/** Narrower than the smallest stored width, so that the picture itself serves as every width. */
const shapes = { cover: { width: 60, height: 90 }, screenshot: { width: 128, height: 72 } };
const drawings = 12;

type Drawing = Pick<ArtworkRow, 'width' | 'height' | 'thumbhash'> & { bytes: Buffer };

/** Returns a function that writes `count` pictures of a shape into the folder and returns their rows. */
export async function createPictureSource(
  folder: string,
  { random, withFiles }: { random: Random; withFiles: boolean },
) {
  const sources = { cover: await drawAll('cover'), screenshot: await drawAll('screenshot') };
  const files = new DiskPictures(folder);
  const folders = new Set<string>();

  function make({ bytes: drawn, ...facts }: Drawing, createdAt: string): ArtworkRow {
    const bytes = markedBytes(drawn, `${random.next()} ${random.next()}`);
    const name = `${createHash('sha256').update(bytes).digest('hex')}.webp`;
    if (withFiles) write(name, bytes);
    return { name, ...facts, fileSize: bytes.length, createdAt };
  }

  function write(name: string, bytes: Buffer): void {
    const path = files.pathOf(name);
    if (!folders.has(dirname(path))) mkdirSync(dirname(path), { recursive: true });
    folders.add(dirname(path));
    writeFileSync(path, bytes);
    for (const size of artworkWidths) linkSync(path, files.pathOf(artworkNameAt(name, size)));
  }

  return async function createPictures(
    shape: keyof typeof shapes,
    count: number,
    createdAt: string,
  ): Promise<ArtworkRow[]> {
    const rows: ArtworkRow[] = [];
    const yieldIfDue = createYielder();
    while (rows.length < count) {
      rows.push(make(random.pick(sources[shape]), createdAt));
      await yieldIfDue();
    }
    return rows;
  };
}

function drawAll(shape: keyof typeof shapes): Promise<Drawing[]> {
  return Promise.all(Array.from({ length: drawings }, (_, number) => draw(shape, number)));
}

async function draw(shape: keyof typeof shapes, number: number): Promise<Drawing> {
  const { default: sharp } = await import('sharp');
  const { width, height } = shapes[shape];
  const hue = Math.round((360 * number) / drawings);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="g" y2="1"><stop stop-color="hsl(${hue},45%,45%)"/><stop offset="1" stop-color="hsl(${(hue + 60) % 360},50%,20%)"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  const picture = sharp(Buffer.from(svg)).removeAlpha();
  const bytes = await picture.clone().webp({ quality: 60 }).toBuffer();
  const pixels = await picture
    .clone()
    .ensureAlpha()
    .resize({ width: 50 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hash = rgbaToThumbHash(pixels.info.width, pixels.info.height, pixels.data);
  return { width, height, bytes, thumbhash: Buffer.from(hash).toString('base64') };
}

/** Appends a chunk of an unknown type, which WebP decoders skip. */
function markedBytes(webp: Buffer, mark: string): Buffer {
  const text = Buffer.from(mark.padEnd(mark.length + (mark.length % 2)));
  const head = Buffer.alloc(8);
  head.write('SEED', 'latin1');
  head.writeUInt32LE(text.length, 4);
  const bytes = Buffer.concat([webp, head, text]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}
