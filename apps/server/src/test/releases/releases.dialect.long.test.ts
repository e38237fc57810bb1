// Libraries that each released version has made with its own code (scripts/release-library.mjs). This version opens them with
// everything that is in them, and an older version refuses what this one has changed.
import { api } from '@cellar/contract/api.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { readConfig } from '#start/config.ts';
import { startCellar } from '#test/cellar-command.ts';
import { type Client, createClient } from '#test/client.ts';
import { processMs, type ServerProcess, startServer } from '#test/server-process.ts';
import { sha256 } from '#test/traces.ts';
import { type Credentials, type ReleaseLibrary, releasedVersions, unpackRelease } from './release-library.ts';

describe.each(releasedVersions)('a library of version %s', { timeout: processMs }, (version) => {
  let library: ReleaseLibrary;
  let server: ServerProcess;
  beforeEach(async () => {
    library = await unpackRelease(version);
    server = await start();
  });
  afterEach(async () => {
    await server?.kill();
    await library?.remove();
  });

  function start(): Promise<ServerProcess> {
    return startServer({ dataDir: library.dataDir, env: library.database.env });
  }

  async function logIn({ email, password }: Credentials): Promise<Client> {
    const { status, body } = await createClient(server.url).call(api.login, { json: { email, password } });
    expect([email, status]).toEqual([email, 200]);
    return createClient(server.url, { token: body.token, id: body._id, email });
  }

  it('is opened with its accounts, games, files, pictures, cheats, settings and history', async () => {
    const { facts, dataDir, database } = library;
    const [admin, member] = [await logIn(facts.accounts.admin), await logIn(facts.accounts.member)];
    await logIn(facts.accounts.secondAdmin);
    const { users } = (await admin.call(api.listUsers)).body;
    const stateOf = ({ email }: Credentials) => users.find((user: Credentials) => user.email === email);
    const { unverified, pending, suspended } = facts.accounts;
    expect(stateOf(unverified)).toMatchObject({ isVerified: false, isApproved: false });
    expect(stateOf(pending)).toMatchObject({ isVerified: true, isApproved: false });
    expect(stateOf(suspended)).toMatchObject({ isApproved: true, isSuspended: true });
    const { games } = (await member.call(api.listGames)).body;
    expect(games.map(({ title }: { title: string }) => title).toSorted()).toEqual(
      facts.games.map(({ title }) => title).toSorted(),
    );
    for (const { id, files } of facts.games) {
      for (const file of files) {
        const answer = await member.fetch(`/api/games/${id}/download/${encodeURIComponent(file.platform)}`);
        expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(file.sha256);
      }
    }
    const { body: game } = await member.call(api.getGame, { params: { id: facts.cheat.gameId } });
    expect(game).toMatchObject(facts.edited);
    expect((await member.fetch(facts.edited.boxArtUrl)).headers.get('content-type')).toBe('image/webp');
    expect(game.cheatFiles).toMatchObject([{ _id: facts.cheat.id, name: facts.cheat.name }]);
    expect((await member.call(api.site)).body.name).toBe(facts.siteName);
    expect((await admin.call(api.listRules)).body.rules).toContainEqual(expect.objectContaining(facts.rule));
    const { activities } = (await member.call(api.myActivity)).body;
    expect(activities.at(-1)).toMatchObject({ gameTitle: game.title, downloadStatus: 'completed' });
    expect(await server.stop()).toBe(0);
    const env = { DATA_DIR: dataDir, ...database.env };
    expect(await startCellar(['check', '--full'], { cwd: dataDir, env }).ended).toEqual({ code: 0, err: '' });
  });

  it('continues its unfinished upload', async () => {
    const admin = await logIn(library.facts.accounts.admin);
    const { archive, chunkSize, title, platform, uploadId } = library.facts.unfinished;
    const bytes = Buffer.from(archive, 'base64');
    const send = (file?: Buffer) => {
      const form = new FormData();
      const fields = { title, platform, uploadId, chunkNumber: 1, totalChunks: 2, fileExtension: '.zip' };
      for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
      if (file) form.append('gameFile', new Blob([new Uint8Array(file)]), 'game.zip');
      return admin.call(api.addGame, { form });
    };
    expect((await send(bytes.subarray(chunkSize))).status).toBe(200);
    const { status, body } = await send();
    expect(status).toBe(201);
    const answer = await admin.fetch(`/api/games/${body._id}/download/${platform}`);
    expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(sha256(bytes));
  });

  it('is refused with one line by a version that does not know its newest change', async () => {
    await server.stop();
    const { dataDir, database } = library;
    const { db, close } = openDatabase(readConfig({ DATA_DIR: dataDir, ...database.env }).database);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00.000Z')`.execute(
      db,
    );
    await close();
    const refusal = await start().catch((error: Error) => error.message);
    expect(String(refusal).trim().split('\n').slice(1)).toEqual([
      expect.stringContaining('A newer version of Cellar'),
    ]);
  });
});
