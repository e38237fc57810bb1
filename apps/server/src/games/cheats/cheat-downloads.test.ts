// Downloads of cheat files: name, headers, and which requests count as a download.

import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import type { ErrorBody } from '@cellar/contract/errors.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCheat, cheatPath, downloadCheat } from '#test/extras-and-cheats.ts';
import { createGame } from '#test/factories.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { openFilesUnder, sha256 } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

const MiB = 1024 * 1024;

let gameId: string;
let cheat: { _id: string; fileSize: number; sha256: string };
let path: string;
const app = sharedApp();
const admin = sharedClient(app, 'admin');
const member = sharedClient(app, 'member');

beforeAll(async () => {
  ({ id: gameId } = await createGame(app.services, admin));
});
beforeEach(() => addSample(20_000));

async function addSample(size: number): Promise<void> {
  // Random bytes, so that the ZIP is as large as the file.
  const file = randomBytes(size);
  cheat = (await addCheat(admin, gameId, { file, fields: { name: 'Ammo: 忍者/“∞”' } })).body;
  path = cheatPath(gameId, cheat._id);
}

async function downloadCount(): Promise<number> {
  const { cheatFiles } = (await member.call(api.getGame, { params: { id: gameId } })).body;
  return cheatFiles.find(({ _id }: { _id: string }) => _id === cheat._id).downloadCount;
}

/** Waits, because the server counts a download shortly after the client received the last byte. */
function expectCount(count: number) {
  return eventually(async () => expect(await downloadCount()).toBe(count));
}

describe('GET /api/games/{id}/cheat-files/{cheatId}/download', () => {
  it('sends the ZIP with a safe name, its size and its digest', async () => {
    const response = await member.fetch(path);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(cheat.fileSize),
      'content-disposition': `attachment; filename="Ammo ?? ???.zip"; filename*=UTF-8''Ammo%20%E5%BF%8D%E8%80%85%20%E2%80%9C%E2%88%9E%E2%80%9D.zip`,
      etag: `"${cheat._id}"`,
      'repr-digest': `sha-256=:${Buffer.from(cheat.sha256, 'hex').toString('base64')}:`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-transform',
    });
    expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(cheat.sha256);
  });

  it('counts every complete download, also concurrent ones', async () => {
    expect(await downloadCount()).toBe(0);
    await downloadCheat(member, gameId, cheat._id);
    await expectCount(1);
    await Promise.all(Array.from({ length: 6 }, () => downloadCheat(member, gameId, cheat._id)));
    await expectCount(7);
  });

  it('counts a range that covers the whole file', async () => {
    const response = await member.fetch(path, { headers: { range: 'bytes=0-' } });
    expect(response.status).toBe(206);
    await response.arrayBuffer();
    await expectCount(1);
  });

  it('does not count HEAD, 304, partial or interrupted requests', async () => {
    // More than the buffers between server and client hold.
    await addSample(8 * MiB);
    const head = await member.fetch(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(cheat.fileSize)]);
    const known = await member.fetch(path, { headers: { 'if-none-match': `"${cheat._id}"` } });
    expect(known.status).toBe(304);
    const part = await member.fetch(path, { headers: { range: 'bytes=1-' } });
    expect((await part.arrayBuffer()).byteLength).toBe(cheat.fileSize - 1);
    const refused = await member.fetch(path, { headers: { 'if-match': '"other"' } });
    expect([refused.status, ((await refused.json()) as ErrorBody).code]).toEqual([
      412,
      'precondition_failed',
    ]);
    const broken = await member.fetch(path);
    await broken.body?.cancel();
    await eventually(async () => expect(await openFilesUnder(app.dataDir)).toEqual([]));
    // A whole download that follows is the first to be counted.
    await (await member.fetch(path)).arrayBuffer();
    await expectCount(1);
  });

  it('requires the session of a member', async () => {
    expect((await app.visitor.fetch(path)).status).toBe(401);
    expect((await app.visitor.fetch(`${path}?ticket=x`)).status).toBe(401);
    expect((await (await app.as('suspended')).fetch(path)).status).toBe(403);
  });

  it('answers 404 for an unknown cheat file and for one of another game', async () => {
    const other = await createGame(app.services, admin);
    for (const wrong of [cheatPath(other.id, cheat._id), cheatPath(gameId, 'nothing')])
      expect((await member.fetch(wrong)).status).toBe(404);
    expect((await member.fetch(cheatPath(gameId, '..%2f..%2fetc'))).status).toBe(400);
  });

  it('reports a file that is missing on the disk', async () => {
    const { db } = app.services.database;
    const { storageKey } = await db
      .selectFrom('cheatFiles')
      .select('storageKey')
      .where('id', '=', cheat._id)
      .executeTakeFirstOrThrow();
    await rm(join(app.dataDir, 'files', storageKey.slice(0, 2), storageKey));
    const response = await member.fetch(path);
    expect([response.status, ((await response.json()) as ErrorBody).code]).toEqual([404, 'file_missing']);
  });
});
