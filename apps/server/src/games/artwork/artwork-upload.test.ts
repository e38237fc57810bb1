// Uploads of pictures in every supported format: they are encoded again without their metadata.
import { artworkNameAt } from '@cellar/contract/games/rules/artwork.ts';
import sharp, { type Sharp } from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import { describe, expect, it } from 'vitest';
import { pictureFiles, samplePicture, sendPicture } from '#test/sample-pictures.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { sha256 } from '#test/traces.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');

async function fetchKept(name: string): Promise<Buffer> {
  const response = await app.visitor.fetch(`/api/artwork/${name}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  return Buffer.from(await response.arrayBuffer());
}

/** Returns the color in the middle of each quarter: top left, top right, bottom left, bottom right. */
async function quarters(picture: Buffer): Promise<string[]> {
  const { data } = await sharp(picture)
    .removeAlpha()
    .resize(2, 2, { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [0, 1, 2, 3].map((at) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 3, at * 3 + 3);
    return red > 200 && blue < 90 ? (green > 200 ? 'yellow' : 'red') : blue > 200 ? 'blue' : 'green';
  });
}

function fourColors(): Sharp {
  const squares = ['#f00', '#0f0', '#00f', '#ff0'].map(
    (fill, at) =>
      `<rect x="${(at % 2) * 60}" y="${Math.floor(at / 2) * 40}" width="60" height="40" fill="${fill}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80">${squares.join('')}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

describe('POST /api/artwork', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff'] as const)(
    'accepts %s if browsers support it',
    async (format) => {
      const bytes = await samplePicture(640, 480).toFormat(format).toBuffer();
      const { status, body } = await sendPicture(admin, bytes, 'whatever');
      if (format === 'tiff') {
        expect([status, body.code]).toEqual([415, 'not_an_image']);
        return;
      }
      expect(status).toBe(201);
      expect(body).toEqual({
        name: expect.stringMatching(/^[0-9a-f]{64}\.webp$/),
        url: `/api/artwork/${body.name}`,
        width: 640,
        height: 480,
        thumbhash: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
      });
      const kept = await fetchKept(body.name);
      expect(`${sha256(kept)}.webp`).toBe(body.name);
      expect((await sharp(kept).metadata()).format).toBe('webp');
      const row = await app.services.database.db
        .selectFrom('artworks')
        .selectAll()
        .where('name', '=', body.name)
        .executeTakeFirst();
      expect(row).toMatchObject({
        width: 640,
        height: 480,
        fileSize: kept.length,
        thumbhash: body.thumbhash,
      });
    },
  );

  it('limits the longer edge to 1920 pixels', async () => {
    const wide = await sendPicture(admin, await samplePicture(3000, 1000).jpeg().toBuffer());
    expect([wide.body.width, wide.body.height]).toEqual([1920, 640]);
    const tall = await sendPicture(admin, await samplePicture(1000, 3000).png().toBuffer());
    expect([tall.body.width, tall.body.height]).toEqual([640, 1920]);
    expect((await sharp(await fetchKept(artworkNameAt(tall.body.name, 400))).metadata()).height).toBe(1200);
  });

  it('accepts pictures of one pixel, and very long ones', async () => {
    for (const [width, height] of [
      [1, 1],
      [5000, 1],
      [1, 5000],
    ] as const) {
      const { status, body } = await sendPicture(admin, await samplePicture(width, height).png().toBuffer());
      expect(status).toBe(201);
      await fetchKept(artworkNameAt(body.name, 200));
      expect(() => thumbHashToRGBA(Buffer.from(body.thumbhash, 'base64'))).not.toThrow();
    }
  });

  it('applies the orientation of a photo, and removes its camera, place and color profile', async () => {
    const upright = fourColors();
    const bytes = await upright
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Make: 'SecretCamera', Copyright: 'Somebody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(bytes.includes('SecretCamera')).toBe(true);
    const { body } = await sendPicture(admin, bytes, 'photo.jpg');
    expect([body.width, body.height]).toEqual([80, 120]);
    const kept = await fetchKept(body.name);
    // A quarter turn to the right moves the bottom left to the top left.
    expect(await quarters(kept)).toEqual(['blue', 'red', 'yellow', 'green']);
    const { exif, icc, xmp, iptc, orientation } = await sharp(kept).metadata();
    expect([exif, icc, xmp, iptc, orientation]).toEqual(Array(5).fill(undefined));
    expect(kept.includes('SecretCamera')).toBe(false);
  });

  it('stores the first frame of an animation', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f', '#0f0'].map((background) =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(3);
    const { status, body } = await sendPicture(admin, bytes, 'moving.gif');
    expect([status, body.width, body.height]).toEqual([201, 40, 40]);
    const kept = await fetchKept(body.name);
    expect((await sharp(kept).metadata()).pages ?? 1).toBe(1);
    expect(await quarters(kept)).toEqual(['red', 'red', 'red', 'red']);
  });

  it('converts CMYK to sRGB', async () => {
    const bytes = await fourColors().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
    expect((await sharp(bytes).metadata()).space).toBe('cmyk');
    const { status, body } = await sendPicture(admin, bytes, 'print.jpg');
    expect(status).toBe(201);
    const { space, channels } = await sharp(await fetchKept(body.name)).metadata();
    expect([space, channels]).toEqual(['srgb', 3]);
  });

  it('preserves transparency', async () => {
    const bytes = await sharp({
      create: { width: 50, height: 50, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    const { body } = await sendPicture(admin, bytes);
    expect((await sharp(await fetchKept(body.name)).metadata()).hasAlpha).toBe(true);
  });

  it('gives equal pictures the same name, also with concurrent uploads', async () => {
    const bytes = await samplePicture().png().toBuffer();
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendPicture(admin, bytes)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const again = await sendPicture(admin, bytes);
    expect(new Set([...answers, again].map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const files = await pictureFiles(app);
    const digest = again.body.name.slice(0, 64);
    expect(files.filter((file) => file.startsWith(digest)).length).toBe(4);
    expect(files.filter((file) => file.endsWith('.tmp'))).toEqual([]);
  });
});
