// Adding, listing, editing and deleting updates and extras.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { addExtra, listExtras, sendExtra } from '#test/extras-and-cheats.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { formOf } from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { filesUnder, sha256, traces } from '#test/traces.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');
const member = sharedClient(app, 'member');

async function auditActions(): Promise<string[]> {
  const { body } = await admin.call(api.listAudit);
  return body.entries.map(
    ({ action, subject }: { action: string; subject: string }) => `${action} ${subject}`,
  );
}

describe('POST /api/games/{id}/extras', () => {
  it('adds an extra, which members see and visitors do not', async () => {
    const game = await createGame(app.services, admin);
    const bytes = sampleArchive(3000);
    const facts = { platform: 'Windows', note: 'Install the base game first.\r\nThen this.' };
    const added = await addExtra(app.services, admin, game.id, { facts, bytes });
    expect(added).toEqual({
      _id: expect.any(String),
      kind: 'update',
      name: 'Patch',
      version: '1.2',
      platform: 'Windows',
      note: 'Install the base game first.\nThen this.',
      fileName: 'patch-1.2.zip',
      fileSize: bytes.length,
      sha256: sha256(bytes),
      createdAt: expect.any(String),
      isInPlace: false,
      missingSince: null,
      preparing: null,
      problem: null,
      fileCount: null,
      leftOutLinks: 0,
      quarantine: null,
    });
    expect(await listExtras(member, game.id)).toEqual([added]);
    expect(await listExtras(app.visitor, game.id)).toEqual([]);
    expect(await auditActions()).toContain(`extra_added ${game.title}: Patch 1.2`);
    const { body } = await member.call(api.getGame, { params: { id: game.id } });
    expect([body.platforms, body.totalSize]).toEqual([['Windows'], game.archive.length]);
  });

  it('lists them by kind, with the newest version on top', async () => {
    const { id } = await createGame(app.services, admin);
    const add = (kind: string, version: string) =>
      addExtra(app.services, admin, id, { facts: { kind, version, name: kind } });
    await add('manual', '');
    for (const version of ['1.9', 'v1.10', '', '1.2']) await add('update', version);
    const shown = (await listExtras(member, id)).map(({ kind, version }) => `${kind} ${version}`);
    expect(shown).toEqual(['update v1.10', 'update 1.9', 'update 1.2', 'update ', 'manual ']);
  });

  it.each([
    ['a manual', 'Guide.PDF', '%PDF-1.7'],
    ['a program', 'setup_patch.exe', 'MZ'],
    ['a soundtrack', 'theme.flac', 'fLaC'],
    ['a tarball with a short extension', 'ost.tgz', '\u001f\u008b\u0008'],
  ])('accepts %s', async (_, fileName, head) => {
    const { id } = await createGame(app.services, admin);
    const bytes = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(100)]);
    const added = await addExtra(app.services, admin, id, { fileName, bytes });
    expect([added.fileName, added.sha256]).toEqual([fileName, sha256(bytes)]);
  });

  it.each([
    ['a web page', {}, 'readme.html'],
    ['an SVG', {}, 'map.svg'],
    ['a file without an extension', {}, 'patch'],
    ['another kind', { kind: 'patch' }, 'patch.zip'],
    ['an empty name', { name: ' ' }, 'patch.zip'],
    ['a name with a line break', { name: 'a\nb' }, 'patch.zip'],
    ['an unknown platform', { platform: 'Amiga' }, 'patch.zip'],
    ['a note of 3,000 characters', { note: 'x'.repeat(3000) }, 'patch.zip'],
  ])('refuses %s, and leaves nothing behind', async (_, facts, fileName) => {
    const { id } = await createGame(app.services, admin);
    const before = await traces(app);
    const answer = await sendExtra(admin, id, { facts: facts as Record<string, string>, fileName });
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect(await traces(app)).toEqual(before);
  });

  it.each(['.zip', '.rar', '.7z', '.tar.gz', '.tgz'])(
    'refuses a %s file with the content of a program',
    async (extension) => {
      const { id } = await createGame(app.services, admin);
      const before = await traces(app);
      const bytes = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100)]);
      const answer = await sendExtra(admin, id, { fileName: `patch${extension}`, bytes });
      expect([answer.status, answer.body.code]).toEqual([415, 'not_an_archive']);
      expect(await traces(app)).toEqual(before);
    },
  );

  it('takes a name for the same in both forms in which devices send letters with marks', async () => {
    const { id } = await createGame(app.services, admin);
    const [first, second] = ['NFC', 'NFD'].map((form) => ({ facts: { name: 'Español'.normalize(form) } }));
    expect((await sendExtra(admin, id, first)).status).toBe(201);
    expect(await sendExtra(admin, id, second)).toMatchObject({ status: 409, body: { code: 'extra_exists' } });
  });

  it('refuses the same extra twice, but accepts it for another platform', async () => {
    const { id } = await createGame(app.services, admin);
    await addExtra(app.services, admin, id);
    const again = await sendExtra(admin, id);
    expect(again).toMatchObject({ status: 409, body: { code: 'extra_exists' } });
    for (const platform of ['Windows', 'Linux'])
      await addExtra(app.services, admin, id, { facts: { platform } });
    expect(await listExtras(member, id)).toHaveLength(3);
  });

  it('makes one extra of simultaneous requests', async () => {
    const { id } = await createGame(app.services, admin);
    const before = (await filesUnder(app.dataDir)).length;
    const answers = await Promise.all([1, 2, 3].map(() => sendExtra(admin, id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(await filesUnder(app.dataDir)).toHaveLength(before + 1);
  });

  it('makes the name of the file safe', async () => {
    const { id } = await createGame(app.services, admin);
    const { fileName } = await addExtra(app.services, admin, id, { fileName: '..\\..\\CON.zip' });
    expect(fileName).toBe('_CON.zip');
  });

  it('answers 404 for an unknown game', async () => {
    expect(await sendExtra(admin, 'nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('asks for facts that come after the file to come before it', async () => {
    const { id } = await createGame(app.services, admin);
    const form = formOf([
      ['kind', 'update'],
      ['name', 'Patch'],
      ['gameFile', sampleArchive(100)],
      ['version', '1.2'],
    ]);
    const answer = await admin.call(api.addExtra, { params: { id }, form });
    expect([answer.status, answer.body.code]).toEqual([400, 'malformed_request']);
  });
});

describe('PUT /api/games/{id}/extras/{extraId}', () => {
  const edit = (gameId: string, extraId: string, json: unknown) =>
    admin.call(api.editExtra, { params: { id: gameId, extraId }, json });

  it('changes the given facts and keeps the others', async () => {
    const game = await createGame(app.services, admin);
    const extra = await addExtra(app.services, admin, game.id, { facts: { platform: 'Windows' } });
    const { status, body } = await edit(game.id, extra._id, { version: '1.2.1', platform: null });
    expect([status, body]).toEqual([200, { ...extra, version: '1.2.1', platform: null }]);
    expect(await listExtras(member, game.id)).toEqual([body]);
    expect(await auditActions()).toContain(`extra_edited ${game.title}: Patch 1.2.1`);
  });

  it('refuses the facts of another extra', async () => {
    const { id } = await createGame(app.services, admin);
    const extra = await addExtra(app.services, admin, id);
    await addExtra(app.services, admin, id, { facts: { version: '1.3' } });
    expect(await edit(id, extra._id, { version: '1.3' })).toMatchObject({
      status: 409,
      body: { code: 'extra_exists' },
    });
  });

  it.each([{ kind: 'patch' }, { name: '' }, { name: null }, { platform: 'Amiga' }, { note: 5 }])(
    'refuses %j',
    async (json) => {
      const { id } = await createGame(app.services, admin);
      const extra = await addExtra(app.services, admin, id);
      expect((await edit(id, extra._id, json)).status).toBe(400);
    },
  );

  it('answers 404 for the extra of another game', async () => {
    const [one, other] = [await createGame(app.services, admin), await createGame(app.services, admin)];
    const extra = await addExtra(app.services, admin, one.id);
    expect((await edit(other.id, extra._id, { version: '2' })).status).toBe(404);
  });
});

describe('DELETE /api/games/{id}/extras/{extraId}', () => {
  const remove = (gameId: string, extraId: string) =>
    admin.call(api.deleteExtra, { params: { id: gameId, extraId } });

  it('deletes the extra and its file, and nothing else', async () => {
    const game = await createGame(app.services, admin);
    const before = await filesUnder(app.dataDir);
    const extra = await addExtra(app.services, admin, game.id);
    expect((await remove(game.id, extra._id)).status).toBe(200);
    expect(await listExtras(member, game.id)).toEqual([]);
    expect(await filesUnder(app.dataDir)).toEqual(before);
    expect(await auditActions()).toContain(`extra_deleted ${game.title}: Patch 1.2`);
    expect((await remove(game.id, extra._id)).status).toBe(404);
  });

  it('is part of deleting the game, as are unfinished uploads', async () => {
    const before = await traces(app);
    const game = await createGame(app.services, admin);
    await addExtra(app.services, admin, game.id);
    expect((await admin.call(api.deleteGame, { params: { id: game.id } })).status).toBe(200);
    expect({ ...(await traces(app)), uploads: before.uploads }).toEqual(before);
  });
});
