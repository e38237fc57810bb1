// Removing a platform file of a game: its tickets become invalid; the game and its other files remain.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { createGame, sampleArchive } from '#test/factories.ts';
import { onPostgres, whileProgressIsLocked } from '#test/lock-order.ts';
import { addBackwards, askTicket, getTicket, holdDownload } from '#test/sample-download.ts';
import { complete, sampleUpload, sendAll } from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { filesUnder, sha256, storedPath } from '#test/traces.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');
const member = sharedClient(app, 'member');

function remove(id: string, platform: string) {
  return admin.call(api.deletePlatformFile, { params: { id, platform } });
}

describe('DELETE /api/games/{id}/platform/{platform}', () => {
  it('removes the file and its tickets, and keeps everything else', async () => {
    const game = await createGame(app.services, admin);
    const mac = sampleUpload({ gameId: game.id, platform: 'Mac v1.2 (beta)' });
    await sendAll(admin, mac);
    await complete(admin, mac);
    const [ticket, other] = [
      await getTicket(member, game),
      await getTicket(member, { id: game.id, platform: mac.platform }),
    ];
    const path = await storedPath(app, game.id, game.platform);

    const { status, body } = await remove(game.id, game.platform);
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id: game.id, platforms: [mac.platform], totalSize: mac.archive.length });
    expect(await filesUnder(app.dataDir)).not.toContain(path);
    expect((await app.visitor.fetch(ticket.url)).status).toBe(404);
    const rest = await app.visitor.fetch(other.url);
    expect(sha256(Buffer.from(await rest.arrayBuffer()))).toBe(sha256(mac.archive));
    const found = await member.call(api.listGames, { query: { search: game.title } });
    expect(found.body.games[0].platforms).toEqual([mac.platform]);
    const { body: audit } = await admin.call(api.listAudit);
    expect(audit.entries[0]).toMatchObject({
      ...{ action: 'file_deleted', subject: `${game.title} (Windows)`, actor: admin.account?.email },
    });
    // The last file may be removed, too, and the platform may get a new one.
    expect((await remove(game.id, mac.platform)).body).toMatchObject({ platforms: [], totalSize: 0 });
    expect(await createGame(app.services, admin, { title: game.title })).toMatchObject({ id: game.id });
  });

  it('answers not found for an unknown file', async () => {
    const { id } = await createGame(app.services, admin);
    expect(await remove(id, 'Linux')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await remove('nothing', 'Windows')).status).toBe(404);
    expect((await remove(id, '../Windows')).status).toBe(400);
    const twice = await Promise.all([remove(id, 'Windows'), remove(id, 'Windows')]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('lets a running download complete', async () => {
    const archive = sampleArchive(24 * 1024 * 1024);
    const game = await createGame(app.services, admin, { archive });
    const ticket = await getTicket(member, game);
    const download = await holdDownload(new URL(ticket.url, app.url).href);
    expect((await remove(game.id, game.platform)).status).toBe(200);
    download.resume();
    expect(await download.ended).toBe('whole');
    expect(download.received()).toBe(archive.length);
  });

  it('returns a ticket or not found to downloads that start at the same time', async () => {
    for (let round = 0; round < 6; round += 1) {
      const game = await createGame(app.services, admin);
      const [removed, ...tickets] = await Promise.all([
        remove(game.id, game.platform),
        ...Array.from({ length: 8 }, () => askTicket(member, game)),
      ]);
      expect(removed?.status).toBe(200);
      for (const { status, body } of tickets) expect([201, 'file_missing']).toContain(body.code ?? status);
    }
  });

  it.skipIf(!onPostgres)('does not deadlock with the progress recorder', async () => {
    const game = await createGame(app.services, admin);
    const { db } = app.services.database;
    const { fileId } = await db
      .selectFrom('gameFiles')
      .select('id as fileId')
      .where('gameId', '=', game.id)
      .executeTakeFirstOrThrow();
    const ids = await addBackwards(app.services, member, { fileId });
    const removed = await whileProgressIsLocked(db, ids, () => remove(game.id, game.platform));
    expect(removed.status).toBe(200);
  });
});
