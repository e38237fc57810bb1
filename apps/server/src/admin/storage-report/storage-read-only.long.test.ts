// A disk that becomes read-only, as systems make it after errors: writes get a 503, and members can download what is there.
import { api } from '@cellar/contract/api.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { addCheat } from '#test/extras-and-cheats.ts';
import { complete, sampleUpload, sendAll, sendChunk } from '#test/sample-upload.ts';
import { processMs } from '#test/server-process.ts';
import { type SmallDisk, startOnSmallDisk, unshare } from '#test/small-disk.ts';
import { sha256 } from '#test/traces.ts';

let disk: SmallDisk;
afterEach(() => disk?.close());

// Mounting needs root or a user namespace; otherwise this test is skipped.
describe.skipIf(!unshare)('a read-only storage', { timeout: processMs }, () => {
  it('causes status 503 for writes, and everything works again once it is writable', async () => {
    disk = await startOnSmallDisk(16 * 1024 * 1024, 'files');
    const admin = await disk.server.logIn();
    const [kept, finished, begun] = [sampleUpload(), sampleUpload(), sampleUpload()];
    for (const upload of [kept, finished]) await sendAll(admin, upload);
    const { _id: id } = (await complete(admin, kept)).body;
    await sendChunk(admin, begun, 0);
    const writes = [
      () => sendChunk(admin, begun, 1),
      () => sendChunk(admin, sampleUpload(), 0),
      () => complete(admin, finished),
      () => addCheat(admin, id),
    ];

    disk.remount('ro');
    for (const [at, write] of writes.entries())
      expect(await write(), `write ${at}`).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    const file = await admin.fetch(`/api/games/${id}/download/Windows`);
    expect(sha256(Buffer.from(await file.arrayBuffer()))).toBe(sha256(kept.archive));
    expect((await admin.call(api.deleteGame, { params: { id } })).status).toBe(200);

    disk.remount('rw');
    expect((await sendChunk(admin, begun, 1)).status).toBe(200);
    expect((await complete(admin, finished)).status).toBe(201);
  });
});
