// A platform file that replaces another: the old one remains until the new one is complete, and they never mix.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { newId } from '#platform/tokens.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { getTicket, holdDownload } from '#test/sample-download.ts';
import {
  complete,
  formOf,
  listUnfinished,
  type SampleUpload,
  sampleUpload,
  sendAll,
  sendChunk,
} from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { filesUnder, sha256, storedPath, wholeUpload } from '#test/traces.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');
const member = sharedClient(app, 'member');

type SampleGame = Awaited<ReturnType<typeof createGame>>;

const replace = { replace: 'true' };

function replacementOf({ id, platform }: SampleGame, changes: Partial<SampleUpload> = {}): SampleUpload {
  return sampleUpload({ gameId: id, platform, archive: sampleArchive(2500), ...changes });
}

async function sendReplacement(upload: SampleUpload): Promise<void> {
  for (const number of [0, 1, 2]) {
    expect((await sendChunk(admin, upload, number, { fields: replace })).status).toBe(200);
  }
}

async function downloaded({ id, platform }: SampleGame): Promise<string> {
  const { url } = await getTicket(member, { id, platform }, `d${newId()}`);
  return sha256(Buffer.from(await (await app.visitor.fetch(url)).arrayBuffer()));
}

describe('POST /api/games/{id}/upload with replace', () => {
  it('replaces the file once the new one is complete, not before', async () => {
    const game = await createGame(app.services, admin);
    const oldPath = await storedPath(app, game.id, game.platform);
    const upload = replacementOf(game);
    expect((await sendChunk(admin, upload, 0)).body.code).toBe('game_exists');
    await sendReplacement(upload);
    expect(await downloaded(game)).toBe(sha256(game.archive));
    const [unfinished] = (await listUnfinished(admin)).filter(({ uploadId }) => uploadId === upload.uploadId);
    expect(unfinished).toMatchObject({ replace: true });

    // The final request need not repeat it.
    const { status, body } = await complete(admin, upload);
    expect([status, body._id, body.platforms, body.totalSize]).toEqual([201, game.id, ['Windows'], 2500]);
    expect(await downloaded(game)).toBe(sha256(upload.archive));
    await app.services.files.removeMarkedFiles();
    expect(await filesUnder(app.dataDir)).not.toContain(oldPath);
    // A repeated completion returns the same game and replaces nothing.
    const repeated = await complete(admin, upload, replace);
    expect(repeated.body.gameFiles[0].uploadedAt).toBe(body.gameFiles[0].uploadedAt);
    const { body: audit } = await admin.call(api.listAudit);
    expect(audit.entries[0]).toMatchObject({
      ...{ action: 'file_replaced', subject: `${game.title} (Windows)`, actor: admin.account?.email },
    });
  });

  it('adds the file if there is none, and accepts a whole file too', async () => {
    const game = await createGame(app.services, admin);
    for (const content of [sampleArchive(700), sampleArchive(800)]) {
      const form = formOf([
        ['platform', 'Mac'],
        ['replace', 'true'],
        ['gameFile', content],
      ]);
      const { status } = await admin.call(api.addFile, { params: { id: game.id }, form });
      expect(status).toBe(201);
      expect(await downloaded({ ...game, platform: 'Mac' })).toBe(sha256(content));
    }
    const again = formOf([
      ['platform', 'Mac'],
      ['gameFile', sampleArchive(900)],
    ]);
    expect((await admin.call(api.addFile, { params: { id: game.id }, form: again })).status).toBe(409);
  });

  it('refuses an invalid value, and one that comes after the file', async () => {
    const game = await createGame(app.services, admin);
    const upload = replacementOf(game);
    expect((await sendChunk(admin, upload, 0, { fields: { replace: 'yes' } })).status).toBe(400);
    const late = formOf([
      ['platform', game.platform],
      ['gameFile', sampleArchive(900)],
      ['replace', 'true'],
    ]);
    expect((await admin.call(api.addFile, { params: { id: game.id }, form: late })).status).toBe(409);
    expect(await downloaded(game)).toBe(sha256(game.archive));
  });

  it('keeps the old file when the upload is cancelled or is not an archive', async () => {
    const game = await createGame(app.services, admin);
    const upload = replacementOf(game);
    await sendReplacement(upload);
    await admin.call(api.cancelUpload, { params: { uploadId: upload.uploadId } });
    const bad = replacementOf(game, { archive: Buffer.alloc(2500, 7) });
    expect((await sendChunk(admin, bad, 0, { fields: replace })).status).toBe(415);
    expect(await downloaded(game)).toBe(sha256(game.archive));
    expect((await complete(admin, upload, replace)).status).toBe(404);
  });

  it('succeeds after a crash between the move of the file and its record', async () => {
    const game = await createGame(app.services, admin);
    const upload = replacementOf(game);
    await sendReplacement(upload);
    const { id } = await app.services.database.db
      .selectFrom('uploads')
      .select('id')
      .where('clientId', '=', upload.uploadId)
      .executeTakeFirstOrThrow();
    await app.services.storage.finishUpload(...wholeUpload(id, 2500, 1000));
    expect(await downloaded(game)).toBe(sha256(game.archive));
    expect((await complete(admin, upload)).status).toBe(201);
    expect(await downloaded(game)).toBe(sha256(upload.archive));
  });

  it('succeeds after the game got a new title', async () => {
    const game = await createGame(app.services, admin);
    const upload = replacementOf(game);
    await sendChunk(admin, upload, 0, { fields: replace });
    await admin.call(api.editGame, { params: { id: game.id }, json: { title: `${game.title} II` } });
    await sendReplacement(upload);
    expect((await complete(admin, upload)).status).toBe(201);
  });

  it('adds the file when the old one was removed, and answers not found when the game was deleted', async () => {
    const game = await createGame(app.services, admin);
    const upload = replacementOf(game);
    await sendReplacement(upload);
    await admin.call(api.deletePlatformFile, { params: { id: game.id, platform: game.platform } });
    expect((await complete(admin, upload)).status).toBe(201);
    const next = replacementOf(game);
    await sendReplacement(next);
    await admin.call(api.deleteGame, { params: { id: game.id } });
    expect((await complete(admin, next)).status).toBe(404);
  });

  it('leaves one complete file when two replacements run at the same time', async () => {
    const game = await createGame(app.services, admin);
    const forms = [sampleArchive(700), sampleArchive(800)];
    // Two uploads of one title can't run at the same time. Whole files sent in one request can, one after the other.
    const answers = await Promise.all(
      forms.map((content) => {
        const form = formOf([
          ['platform', game.platform],
          ['replace', 'true'],
          ['gameFile', content],
        ]);
        return admin.call(api.addFile, { params: { id: game.id }, form });
      }),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(201);
    for (const status of statuses) expect([201, 409]).toContain(status);
    expect(forms.map(sha256)).toContain(await downloaded(game));
  });
});

describe('a download of a replaced file', () => {
  it('completes, and cannot be resumed with the new file', async () => {
    const archive = sampleArchive(24 * 1024 * 1024);
    const game = await createGame(app.services, admin, { archive });
    const ticket = await getTicket(member, game);
    const session = { authorization: `Bearer ${member.account?.token}` };
    const path = `/api/games/${game.id}/download/${game.platform}`;
    const etag = (await member.fetch(path, { method: 'HEAD' })).headers.get('etag') ?? '';
    const running = await holdDownload(new URL(ticket.url, app.url).href);

    const upload = replacementOf(game);
    await sendAllReplacing(upload);
    expect((await complete(admin, upload)).status).toBe(201);
    await app.services.files.removeMarkedFiles();

    running.resume();
    expect(await running.ended).toBe('whole');
    expect(running.received()).toBe(archive.length);
    // The ticket was for the old file. A range request that names the old file gets the new one from its beginning.
    const range = { range: 'bytes=1000-', 'if-range': etag };
    expect((await app.visitor.fetch(ticket.url, { headers: range })).status).toBe(404);
    const resumed = await member.fetch(path, { headers: { ...session, ...range } });
    expect(resumed.status).toBe(200);
    expect(resumed.headers.get('etag')).not.toBe(etag);
    expect(sha256(Buffer.from(await resumed.arrayBuffer()))).toBe(sha256(upload.archive));
  });

  async function sendAllReplacing(upload: SampleUpload): Promise<void> {
    await sendReplacement(upload);
    await expect(sendAll(admin, upload)).resolves.toBeUndefined();
  }
});
