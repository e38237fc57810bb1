// A cheat file that does not fit on the disk gets a 507, and leaves nothing behind.
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { addCheat, cheatFields } from '#test/extras-and-cheats.ts';
import { beginUpload, complete, sampleUpload, sendAll } from '#test/sample-upload.ts';
import { processMs } from '#test/server-process.ts';
import { type SmallDisk, startOnSmallDisk, unshare } from '#test/small-disk.ts';

const MiB = 1024 * 1024;

let disk: SmallDisk;
afterEach(() => disk?.close());

async function start(): Promise<{ admin: Client; gameId: string }> {
  disk = await startOnSmallDisk(12 * MiB, 'files');
  const admin = await disk.server.logIn();
  const upload = sampleUpload();
  await sendAll(admin, upload);
  return { admin, gameId: (await complete(admin, upload)).body._id };
}

async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(disk.path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

const full = { status: 507, body: { code: 'storage_full' } };

describe.skipIf(!unshare)('a full disk', { timeout: processMs }, () => {
  it('refuses a cheat file with or without a content-length, and accepts it once there is room', async () => {
    const { admin, gameId } = await start();
    const file = randomBytes(4 * MiB);
    const before = await filesOnDisk();
    await disk.fill(MiB);
    expect(await addCheat(admin, gameId, { file })).toMatchObject(full);
    const upload = beginUpload(
      `${disk.server.url}/api/games/${gameId}/cheat-files`,
      admin.account,
      cheatFields,
      'cheatFile',
    );
    await upload.write(Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), file]));
    upload.finish();
    expect(await upload.answer).toMatchObject(full);
    const game = await admin.call(api.getGame, { params: { id: gameId } });
    expect(game.body.cheatFiles).toEqual([]);
    await disk.makeRoom();
    expect(await filesOnDisk()).toEqual(before);
    expect((await addCheat(admin, gameId, { file })).status).toBe(201);
  });
});
