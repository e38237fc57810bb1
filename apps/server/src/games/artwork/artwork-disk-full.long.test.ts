// Pictures on a full disk: uploads get a 507 and leave no files, and stored pictures are still served.
import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { artworkNameAt } from '@cellar/contract/games/rules/artwork.ts';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { pictureFiles, picturePath, sendPicture } from '#test/sample-pictures.ts';
import { processMs } from '#test/server-process.ts';
import { type SmallDisk, startOnSmallDisk, unshare } from '#test/small-disk.ts';

const MiB = 1024 * 1024;

let disk: SmallDisk;
afterEach(() => disk?.close());

/** Noise hardly compresses, so the picture is large. */
function noise(): Promise<Buffer> {
  const raw = { width: 900, height: 900, channels: 3 } as const;
  return sharp(randomBytes(900 * 900 * 3), { raw })
    .jpeg({ quality: 90 })
    .toBuffer();
}

// Mounting needs root or a user namespace; otherwise these tests are skipped.
describe.skipIf(!unshare)('a full disk', { timeout: processMs }, () => {
  it('refuses a picture if any of its sizes does not fit, and accepts it once there is room', async () => {
    disk = await startOnSmallDisk(16 * MiB, 'all');
    const admin = await disk.server.logIn();
    const place = { dataDir: disk.path };
    const pictures = () => pictureFiles(place);
    const { body: first } = await sendPicture(admin, await noise());
    const kept = await pictures();
    const { size } = await stat(picturePath(place, first.name));

    const another = await noise();
    for (const room of [size * 0.5, size * 1.3]) {
      await disk.fill(Math.round(room));
      const { status, body } = await sendPicture(admin, another);
      expect([status, body.code]).toEqual([507, 'storage_full']);
      expect(await pictures()).toEqual(kept);
      await disk.makeRoom();
    }

    // Older versions stored no widths. While one cannot be written, the original is sent; the width is written later.
    const small = artworkNameAt(first.name, 800);
    await rm(picturePath(place, small));
    await disk.fill(8192);
    const whole = await admin.fetch(`/api/artwork/${small}`);
    expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, size]);
    expect(await pictures()).toEqual(kept.filter((name) => name !== small));
    await disk.makeRoom();
    expect((await (await admin.fetch(`/api/artwork/${small}`)).arrayBuffer()).byteLength).toBeLessThan(size);
    expect((await sendPicture(admin, another)).status).toBe(201);
    expect(await pictures()).toHaveLength(8);
  });
});
