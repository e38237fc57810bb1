// Adds, lists and deletes cheat files.
import { api } from '@cellar/contract/api.ts';
import { cheatFile as cheatSchema } from '@cellar/contract/games/cheats.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { addCheat, downloadCheat, sampleProgram } from '#test/extras-and-cheats.ts';
import { createGame } from '#test/factories.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { sha256, traces } from '#test/traces.ts';
import { readZip } from '#test/zips.ts';

let gameId: string;
let title: string;
const app = sharedApp();
const admin = sharedClient(app, 'admin');
const member = sharedClient(app, 'member');

beforeAll(async () => {
  ({ id: gameId, title } = await createGame(app.services, admin));
});

async function cheatsSeenBy(client: Client, id = gameId) {
  return (await client.call(api.getGame, { params: { id } })).body.cheatFiles;
}

async function auditLines(): Promise<string[]> {
  const { entries } = (await admin.call(api.listAudit)).body;
  return entries.map(({ action, subject }: { action: string; subject: string }) => `${action} ${subject}`);
}

describe('POST /api/games/{id}/cheat-files', () => {
  it('returns the cheat file, which members see and visitors do not', async () => {
    const { id } = await createGame(app.services, admin);
    const fields = {
      name: ' Infinite Ammo ',
      description: 'More of it.',
      platform: 'Linux',
      type: 'cheat_engine',
      version: 'v1.2',
      author: 'Someone',
      instructions: '1. Open\r\n2. Tick',
    };
    const { status, body } = await addCheat(admin, id, { fields, fileName: 'ammo.CT' });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toEqual({
      ...fields,
      name: 'Infinite Ammo',
      instructions: '1. Open\n2. Tick',
      fileName: 'Infinite Ammo.zip',
      originalFileName: 'ammo.CT',
      downloadCount: 0,
      _id: expect.any(String),
      fileSize: expect.any(Number),
      sha256: expect.any(String),
      createdAt: expect.any(String),
      quarantine: null,
    });
    expect(Object.keys(body).sort()).toEqual(Object.keys(cheatSchema.shape).sort());
    for (const client of [member, admin]) expect(await cheatsSeenBy(client, id)).toEqual([body]);
    for (const state of ['expired', 'pending', 'unverified', 'suspended'] as const)
      expect(await cheatsSeenBy(await app.as(state), id), state).toEqual([]);
    expect(await cheatsSeenBy(app.visitor, id)).toEqual([]);
    expect(await auditLines()).toContainEqual(expect.stringMatching(/^cheat_added .*: Infinite Ammo$/));
  });

  it.each([false, true])('stores file and instructions in a ZIP (file first: %s)', async (isFileFirst) => {
    const fields = { description: 'Never\nlose.', author: 'Zoë 忍者', instructions: 'Press F1.' };
    const { body } = await addCheat(admin, gameId, { fields, isFileFirst });
    const zip = await downloadCheat(member, gameId, body._id);
    expect([zip.length, sha256(zip)]).toEqual([body.fileSize, body.sha256]);
    const [file, instructions, ...others] = readZip(zip);
    expect(others).toEqual([]);
    expect(file).toEqual({ name: 'trainer.exe', isUtf8: true, bytes: sampleProgram });
    expect(instructions).toMatchObject({ name: 'INSTRUCTIONS.txt', isUtf8: true });
    const text = instructions?.bytes.toString('utf8') ?? '';
    const lines = text.split('\r\n');
    for (const line of [
      'God Mode',
      'Type: Trainer',
      'Platform: Windows',
      'Author: Zoë 忍者',
      'File: trainer.exe',
    ])
      expect(lines).toContain(line);
    expect(text).toContain('DESCRIPTION\r\nNever\r\nlose.\r\n');
    expect(text).toContain('INSTRUCTIONS\r\nPress F1.\r\n');
    expect(text).toContain('Use at your own risk!');
    expect(text).not.toContain('Version');
  });

  it('fills in a missing description, but not in the ZIP', async () => {
    const { body } = await addCheat(admin, gameId, { fields: { description: '  ' } });
    expect(body.description).toBe('No description provided');
    const [, instructions] = readZip(await downloadCheat(member, gameId, body._id));
    expect(instructions?.bytes.toString()).not.toMatch(/description/i);
  });

  it('accepts each kind of archive, and lists the newest first', async () => {
    const { id } = await createGame(app.services, admin);
    const heads = {
      zip: 'PK\u0003\u0004',
      rar: 'Rar!\u001a\u0007\u0001\u0000',
      '7z': "7z\u00bc\u00af'\u001c",
    };
    for (const [extension, head] of Object.entries(heads)) {
      const file = Buffer.from(`${head}........`, 'latin1');
      const { status } = await addCheat(admin, id, { file, fileName: `mod.${extension}` });
      expect(status, extension).toBe(201);
      app.clock.advance(1000);
    }
    const names = (await cheatsSeenBy(member, id)).map(
      (cheat: { originalFileName: string }) => cheat.originalFileName,
    );
    expect(names).toEqual(['mod.7z', 'mod.rar', 'mod.zip']);
  });

  it('answers 404 for an unknown game', async () => {
    expect(await addCheat(admin, 'nothing')).toMatchObject({
      status: 404,
      body: { message: 'Game not found' },
    });
  });
});

describe('DELETE /api/games/{id}/cheat-files/{cheatId}', () => {
  const remove = (client: Client, id: string, cheatId: string) =>
    client.call(api.deleteCheat, { params: { id, cheatId } });

  it('removes the cheat file and its bytes', async () => {
    const before = await traces(app);
    const { body } = await addCheat(admin, gameId, { fields: { name: 'Short-lived' } });
    expect((await traces(app)).onDisk).not.toEqual(before.onDisk);
    const answer = await remove(admin, gameId, body._id);
    expect(answer).toMatchObject({ status: 200, body: { message: 'Cheat file deleted' } });
    expect(await traces(app)).toEqual(before);
    expect((await remove(admin, gameId, body._id)).status).toBe(404);
    expect(await auditLines()).toContain(`cheat_deleted ${title}: Short-lived`);
  });

  it('removes it once with concurrent requests', async () => {
    const { body } = await addCheat(admin, gameId);
    const answers = await Promise.all([1, 2].map(() => remove(admin, gameId, body._id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('does not remove a cheat file of another game', async () => {
    const { body } = await addCheat(admin, gameId);
    const other = await createGame(app.services, admin);
    expect((await remove(admin, other.id, body._id)).status).toBe(404);
    expect(await cheatsSeenBy(member)).toContainEqual(body);
  });

  it('is not needed for a deleted game, whose cheat files are removed too', async () => {
    const before = await traces(app);
    const { id } = await createGame(app.services, admin);
    for (const name of ['One', 'Two']) await addCheat(admin, id, { fields: { name } });
    expect((await admin.call(api.deleteGame, { params: { id } })).status).toBe(200);
    expect(await traces(app)).toEqual(before);
  });

  it('leaves nothing if the game is deleted while cheat files are added', async () => {
    const before = await traces(app);
    const { id } = await createGame(app.services, admin);
    const adding = Array.from({ length: 8 }, () => addCheat(admin, id));
    const [deleted, ...added] = await Promise.all([
      admin.call(api.deleteGame, { params: { id } }),
      ...adding,
    ]);
    expect(deleted.status).toBe(200);
    expect(added.every(({ status }) => [201, 404].includes(status))).toBe(true);
    expect(await traces(app)).toEqual(before);
  });
});
