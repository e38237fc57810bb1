// Refused uploads of unusable pictures. They leave no files and no rows.
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { api } from '@cellar/contract/api.ts';
import { artworkMaxBytes } from '@cellar/contract/games/rules/artwork.ts';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '#test/client.ts';
import { pictureFiles, samplePicture, sendPicture } from '#test/sample-pictures.ts';
import { beginUpload } from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { eventually } from '../../../../../test/waiting.ts';

let before: unknown;
const app = sharedApp();
const admin = sharedClient(app, 'admin');

const left = async () => [
  await pictureFiles(app),
  await app.services.database.db.selectFrom('artworks').select('name').execute(),
];
beforeEach(async () => {
  before = await left();
});
afterEach(async () => expect(await left()).toEqual(before));

function expectRefusal({ status, body }: Answer, expected: [number, string]): void {
  expect([status, body.code]).toEqual(expected);
  expect(body.message).toBeTruthy();
}

function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

/** Returns a valid PNG of one color, which has only a few kilobytes for any dimensions. */
function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

/** An archive without entries, which consists only of the end record. */
const emptyZip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

async function gifWithComment(comment: string): Promise<Buffer> {
  const gif = await samplePicture(20, 20).gif().toBuffer();
  // The comment follows the header, the screen descriptor, and the global color table, whose size is in the flags.
  const flags = gif[10] ?? 0;
  const at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const block = Buffer.concat([
    Buffer.from([0x21, 0xfe, comment.length]),
    Buffer.from(comment, 'latin1'),
    Buffer.from([0]),
  ]);
  return Buffer.concat([gif.subarray(0, at), block, gif.subarray(at)]);
}

describe('POST /api/artwork refuses', () => {
  it.each([
    ['an SVG named .png', Buffer.from(svg)],
    ['an SVG after a byte order mark', Buffer.from(`\ufeff<?xml version="1.0"?>${svg}`)],
    ['an HTML page', Buffer.from('<!doctype html><p>Hello')],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    ['a zip archive', Buffer.from('PK\x03\x04 and so on', 'latin1')],
    ['a program', Buffer.from('MZ\x90\x00', 'latin1')],
    ['a picture in a format that browsers do not support', Buffer.from('BM\x00\x00\x00\x00', 'latin1')],
    [
      'a video in the container format of pictures',
      Buffer.from('\x00\x00\x00\x18ftypisom\x00\x00\x00\x00mp42', 'latin1'),
    ],
    ['a HEIC photo', Buffer.from('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1', 'latin1')],
    ['an empty file', Buffer.alloc(0)],
    ['a file of three bytes', Buffer.from('\xff\xd8', 'latin1')],
  ])('%s', async (_, bytes) => {
    expectRefusal(await sendPicture(admin, bytes, 'cover.png'), [415, 'not_an_image']);
  });

  it('a GIF that is also an HTML page', async () => {
    const bytes = await gifWithComment('<html><script src="/api/artwork/x"></script>');
    expectRefusal(await sendPicture(admin, bytes, 'cover.gif'), [415, 'not_an_image']);
  });

  it('a JPEG that is also an archive or a PDF', async () => {
    const jpeg = await samplePicture().jpeg().toBuffer();
    expectRefusal(await sendPicture(admin, Buffer.concat([jpeg, emptyZip])), [415, 'not_an_image']);
    const commented = Buffer.from('\xff\xd8\xff\xfe\x00\x0b%PDF-1.7\n', 'latin1');
    expectRefusal(await sendPicture(admin, Buffer.concat([commented, jpeg.subarray(2)])), [
      415,
      'not_an_image',
    ]);
  });

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('a truncated %s', async (format) => {
    const noise = { width: 300, height: 300, channels: 3 as const };
    const whole = await sharp(randomBytes(300 * 300 * 3), { raw: noise })
      .toFormat(format)
      .toBuffer();
    for (const part of [0.1, 0.5, 0.9]) {
      const answer = await sendPicture(admin, whole.subarray(0, Math.floor(whole.length * part)));
      expectRefusal(answer, [400, 'image_damaged']);
    }
  });

  it('a signature followed by random bytes', async () => {
    const avif = '\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1avif';
    for (const start of ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\xff\xff\xff\xffWEBP', avif]) {
      const bytes = Buffer.concat([Buffer.from(start, 'latin1'), randomBytes(500)]);
      expectRefusal(await sendPicture(admin, bytes), [400, 'image_damaged']);
    }
  });

  it('a small file that contains a huge picture', async () => {
    const bomb = pngBomb(30_000, 30_000);
    expect(bomb.length).toBeLessThan(200_000);
    expectRefusal(await sendPicture(admin, bomb), [413, 'image_too_large']);
    expectRefusal(await sendPicture(admin, pngBomb(50_000_001, 1)), [413, 'image_too_large']);
  });

  it('a file of more than 20 MB, and answers the next request on the same connection', async () => {
    const jpeg = await samplePicture().jpeg().toBuffer();
    const bytes = Buffer.concat([jpeg, Buffer.alloc(artworkMaxBytes + 1 - jpeg.length)]);
    expectRefusal(await sendPicture(admin, bytes), [413, 'payload_too_large']);
    expectRefusal(await sendPicture(admin, Buffer.from('next')), [415, 'not_an_image']);
  });

  it('a form without a file, with an unknown field or with two files, and a body that is not a form', async () => {
    const picture = new Blob([new Uint8Array(await samplePicture().png().toBuffer())]);
    const send = async (parts: [string, Blob | string][]) => {
      const form = new FormData();
      for (const [name, value] of parts) form.append(name, value);
      return admin.call(api.keepArtwork, { form });
    };
    expectRefusal(await send([['title', 'x']]), [400, 'malformed_request']);
    expectRefusal(await send([['image', 'not a file']]), [400, 'malformed_request']);
    expectRefusal(await send([['picture', picture]]), [400, 'malformed_request']);
    expectRefusal(
      await send([
        ['image', picture],
        ['image', picture],
      ]),
      [400, 'malformed_request'],
    );
    expectRefusal(await admin.call(api.keepArtwork), [415, 'unsupported_media_type']);
    expectRefusal(await admin.call(api.keepArtwork, { json: { image: 'x' } }), [
      415,
      'unsupported_media_type',
    ]);
  });

  it('a form whose connection breaks', async () => {
    const picture = await samplePicture(1500, 1500).png({ compressionLevel: 0 }).toBuffer();
    const request = beginUpload(`${app.url}/api/artwork`, admin.account, {}, 'image');
    await request.write(picture.subarray(0, 3_000_000));
    request.cut();
    await eventually(async () => expect(await left()).toEqual(before));
    expectRefusal(await sendPicture(admin, Buffer.from('next')), [415, 'not_an_image']);
  });

  it('arbitrary bytes, without a server error', async () => {
    const signature = fc.constantFrom(
      ...['', '\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\x40\x00\x00\x00WEBPVP8 '],
      '\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1avif',
    );
    await fc.assert(
      fc.asyncProperty(signature, fc.uint8Array({ maxLength: 2000 }), async (start, rest) => {
        const bytes = Buffer.concat([Buffer.from(start, 'latin1'), rest]);
        const { status } = await sendPicture(admin, bytes);
        expect([400, 413, 415]).toContain(status);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a picture with some bytes changed', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'never causes a server error: %s',
    async (format) => {
      const whole = await samplePicture(60, 90).toFormat(format).toBuffer();
      const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (changes) => {
          const bytes = Buffer.from(whole);
          for (const [at, value] of changes) bytes[at] = value;
          const { status } = await sendPicture(admin, bytes);
          expect([201, 400, 413, 415]).toContain(status);
        }),
        { numRuns: 40 },
      );
      before = await left();
    },
  );
});
