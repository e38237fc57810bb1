// Virus scans by a real clamd: what is found, what that means for downloads, and what admins decide.
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import type { VirusFinding } from '@cellar/contract/transfer/virus-scans.endpoints.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { hourMs } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addCheat, addExtra, cheatPath, getExtraTicket } from '#test/extras-and-cheats.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { addFolder, addInPlace, makeLibraryFolder, rescanItem } from '#test/library-folders.ts';
import { askTicket, getTicket, holdDownload } from '#test/sample-download.ts';
import { zipOf } from '#test/zips.ts';
import {
  eicar,
  eicarName,
  isClamdMissing,
  maxStreamBytes,
  startClamd,
} from '../../../../../test/clamd/clamd.mjs';
import { eventually } from '../../../../../test/waiting.ts';

const threat = Buffer.from(eicar);
const infectedZip = () => zipOf({ 'readme.txt': Buffer.from(newId()), 'setup.exe': threat });

describe.skipIf(isClamdMissing())('with clamd', () => {
  let daemon: Awaited<ReturnType<typeof startClamd>>;
  let app: TestApp;
  let admin: Client;
  let member: Client;
  beforeAll(async () => {
    daemon = await startClamd();
    app = await buildApp({
      env: { CLAMD_URL: daemon.url, TRUST_PROXY: 'loopback', ACCEL: 'nginx:/internal/files' },
    });
    [admin, member] = [await app.as('admin'), await app.as('member')];
  });
  afterAll(async () => {
    await app.close();
    await daemon.stop();
  });

  const scan = () => app.services.virusScans.scan();
  const state = async () => (await admin.call(api.getVirusScans)).body;
  const findings = async (): Promise<VirusFinding[]> =>
    (await admin.call(api.listVirusFindings)).body.findings;
  const findingOf = async (game: { id: string }) =>
    (await findings()).find(({ game: { _id } }) => _id === game.id);
  const gameOf = async (game: { id: string }, client = member) =>
    (await client.call(api.getGame, { params: { id: game.id } })).body;
  const allow = ({ _id: id, threat: name }: VirusFinding) =>
    admin.call(api.allowFinding, { params: { id }, json: { threat: name } });
  const auditOf = async (title: string) => {
    const { body } = await admin.call(api.listAudit);
    return body.entries
      .filter(({ subject }: { subject: string | null }) => subject?.startsWith(title))
      .map(({ action, detail }: { action: string; detail: string | null }) =>
        `${action} ${detail ?? ''}`.trim(),
      );
  };

  async function createInfected() {
    const game = await createGame(app.services, admin, { archive: await infectedZip() });
    await scan();
    const finding = await findingOf(game);
    if (!finding) throw new Error('nothing was found');
    return { ...game, finding };
  }

  async function ask(path: string, client: Client, headers: Record<string, string> = {}, method = 'GET') {
    const response = await client.fetch(path, { headers, method });
    const text = await response.text();
    return { status: response.status, code: text.startsWith('{') ? JSON.parse(text).code : undefined };
  }
  const refused = { status: 403, code: 'file_quarantined' };

  it('finds a threat inside an archive, and nothing in a clean one', async () => {
    const clean = await createGame(app.services, admin);
    const before = await state();
    expect(before).toMatchObject({
      isOn: true,
      clamd: { reportsLimits: true, signaturesAt: null },
      waiting: 1,
    });
    const infected = await createInfected();
    const now = await state();
    expect(now).toMatchObject({ waiting: 0, quarantined: before.quarantined + 1 });
    expect([now.counts.clean, now.counts.infected]).toEqual([
      before.counts.clean + 1,
      before.counts.infected + 1,
    ]);
    expect(infected.finding).toMatchObject({
      kind: 'platformFile',
      game: { title: infected.title },
      name: 'Windows',
      path: null,
      threat: eicarName,
      allowed: null,
    });
    expect((await askTicket(member, clean)).status).toBe(201);
    expect(await auditOf(infected.title)).toContain(`threat_found ${eicarName}`);
  });

  it('shows members that a file is quarantined, and only admins why', async () => {
    const game = await createInfected();
    expect((await gameOf(game)).gameFiles[0].quarantine).toEqual({ threat: null });
    expect((await gameOf(game, admin)).gameFiles[0].quarantine).toEqual({ threat: eicarName });
    expect((await gameOf(game, app.visitor)).gameFiles[0].quarantine).toBeNull();
  });

  it('refuses every way to download a quarantined file, also with a ticket from before', async () => {
    const game = await createGame(app.services, admin, { archive: await infectedZip() });
    const { url } = await getTicket(member, game);
    const whole = `/api/games/${game.id}/download/Windows`;
    expect((await ask(url, app.visitor, { range: 'bytes=0-9' })).status).toBe(206);
    await scan();
    const { status, body } = await askTicket(member, game);
    expect([status, body.code, body.message]).toEqual([
      403,
      'file_quarantined',
      'This file is quarantined: a virus scan has found a threat in it. An admin decides what happens to it.',
    ]);
    expect(await ask(url, app.visitor)).toEqual(refused);
    expect(await ask(url, app.visitor, { range: 'bytes=0-9' })).toEqual(refused);
    expect((await ask(url, app.visitor, {}, 'HEAD')).status).toBe(403);
    expect(await ask(whole, member)).toEqual(refused);
    expect(await ask(whole, admin, { range: 'bytes=10-' })).toEqual(refused);
    const throughNginx = { 'x-forwarded-for': '192.0.2.1', 'x-sendfile-type': 'X-Accel-Redirect' };
    expect(await ask(whole, member, throughNginx)).toEqual(refused);
  });

  it('stops a download that is being sent', async () => {
    // More than the system's buffers hold. clamd would refuse it.
    const game = await createGame(app.services, admin, { archive: sampleArchive(30_000_000) });
    const { url } = await getTicket(member, game);
    const download = await holdDownload(app.url + url);
    await app.services.database.db
      .updateTable('virusScans')
      .set({ result: 'infected', threat: eicarName, foundAt: new Date().toISOString() })
      .where('scannedAt', 'is', null)
      .execute();
    await app.services.downloads.flushProgress();
    download.resume();
    expect(await download.ended).toBe('cut');
    await admin.call(api.deleteGame, { params: { id: game.id } });
  });

  it('quarantines extras and cheat files too', async () => {
    const game = await createGame(app.services, admin);
    const extra = await addExtra(app.services, admin, game.id, { bytes: await infectedZip() });
    const cheat = await addCheat(admin, game.id, { file: threat });
    await scan();
    const found = (await findings()).filter(({ game: { _id } }) => _id === game.id);
    expect(found.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      'cheat God Mode',
      'extra Patch 1.2',
    ]);
    await expect(getExtraTicket(member, game.id, extra._id, newId())).rejects.toThrow('file_quarantined');
    expect(await ask(`/api/games/${game.id}/extras/${extra._id}/download`, member)).toEqual(refused);
    expect(await ask(cheatPath(game.id, cheat.body._id), member)).toEqual(refused);
    const { extras, cheatFiles, gameFiles } = await gameOf(game);
    expect([extras[0].quarantine, cheatFiles[0].quarantine, gameFiles[0].quarantine]).toEqual([
      { threat: null },
      { threat: null },
      null,
    ]);
    expect((await askTicket(member, game)).status).toBe(201);
  });

  it('lets an admin allow a file, and take that back', async () => {
    const game = await createInfected();
    const { _id: id } = game.finding;
    expect((await allow({ ...game.finding, threat: 'Something else' })).body.code).toBe('edit_conflict');
    expect((await askTicket(member, game)).status).toBe(403);
    expect((await allow(game.finding)).status).toBe(200);
    expect((await allow(game.finding)).status).toBe(200);
    expect((await findingOf(game))?.allowed).toMatchObject({ by: admin.account?.email });
    expect((await askTicket(member, game)).status).toBe(201);
    expect((await gameOf(game)).gameFiles[0].quarantine).toBeNull();
    expect((await admin.call(api.quarantineFinding, { params: { id } })).status).toBe(200);
    expect((await askTicket(member, game)).status).toBe(403);
    expect((await auditOf(game.title)).toReversed().slice(-3)).toEqual([
      `threat_found ${eicarName}`,
      `threat_allowed ${eicarName}`,
      `threat_quarantined ${eicarName}`,
    ]);
  });

  it('scans all files again when an admin asks for it, and keeps what was decided', async () => {
    const [allowed, quarantined] = [await createInfected(), await createInfected()];
    await allow(allowed.finding);
    app.clock.advance(1000);
    const { status, body } = await admin.call(api.scanAllAgain);
    expect([status, body.waiting > 1]).toEqual([202, true]);
    expect((await askTicket(member, quarantined)).status).toBe(403);
    await scan();
    expect((await state()).waiting).toBe(0);
    expect((await askTicket(member, allowed)).status).toBe(201);
    expect((await askTicket(member, quarantined)).status).toBe(403);
  });

  it('forgets a finding with its file, and scans a new file of the game anew', async () => {
    const game = await createInfected();
    await admin.call(api.deletePlatformFile, { params: { id: game.id, platform: 'Windows' } });
    expect(await findingOf(game)).toBeUndefined();
    expect((await allow(game.finding)).status).toBe(404);
    const again = await createGame(app.services, admin, { title: game.title });
    await scan();
    expect((await askTicket(member, again)).status).toBe(201);
  });

  it('says that a file was too large, and leaves it available', async () => {
    const { counts } = await state();
    const game = await createGame(app.services, admin, { archive: sampleArchive(maxStreamBytes + 1) });
    await scan();
    expect((await state()).counts).toEqual({ ...counts, tooLarge: counts.tooLarge + 1 });
    expect((await askTicket(member, game)).status).toBe(201);
  });

  it('tells admins, but not again about more findings within an hour', async () => {
    const { db } = app.services.database;
    app.clock.advance(2 * hourMs);
    const mails = async () => {
      const rows = await db.selectFrom('mails').selectAll().where('kind', '=', 'threatFound').execute();
      return rows.filter(({ toAddress }) => toAddress === admin.account?.email);
    };
    await scan();
    app.clock.advance(2 * hourMs);
    const before = (await mails()).length;
    const first = await createInfected();
    const [mail, ...others] = (await mails()).slice(before);
    expect([mail?.content?.includes(first.title), others]).toEqual([true, []]);
    const { alerts } = (await admin.call(api.listAlerts)).body;
    expect(alerts).toContainEqual(expect.objectContaining({ kind: 'threat_found', data: { count: 1 } }));
    const second = await createInfected();
    expect(await mails()).toHaveLength(before + 1);
    app.clock.advance(hourMs + 1000);
    await scan();
    const [later] = (await mails()).slice(before + 1);
    expect([later?.content?.includes(second.title), later?.content?.includes(first.title)]).toEqual([
      true,
      false,
    ]);
    app.clock.advance(2 * hourMs);
    await scan();
    expect(await mails()).toHaveLength(before + 2);
  });

  it('refuses invalid requests', async () => {
    const { _id: id } = (await createInfected()).finding;
    for (const json of [{}, { threat: '' }, { threat: 'x'.repeat(201) }, { threat: 7 }]) {
      expect((await admin.call(api.allowFinding, { params: { id }, json: json as never })).status).toBe(400);
    }
    const missing = { params: { id: newId() } };
    expect((await admin.call(api.allowFinding, { ...missing, json: { threat: 'x' } })).status).toBe(404);
    expect((await admin.call(api.quarantineFinding, missing)).status).toBe(404);
    expect((await admin.call(api.listVirusFindings, { query: { page: '0' } })).status).toBe(400);
    expect((await admin.call(api.listVirusFindings, { query: { page: '999' } })).body.findings).toEqual([]);
  });

  it('shows up in health and metrics', async () => {
    await createInfected();
    const { body } = await admin.call(api.getHealth);
    expect(body.virusScans).toMatchObject({ state: 'problem', problem: 'found', waiting: 0 });
    const metrics = await (await app.visitor.fetch('/metrics')).text();
    expect(metrics).toMatch(/^cellar_virus_scan_files\{result="quarantined"\} [1-9]/m);
    expect(metrics).toContain('cellar_clamd_up{name="clamd"} 1');
  });
});

describe.skipIf(isClamdMissing())('files in library folders', () => {
  it('are scanned in place, each file of a folder by itself, and again when they change', async () => {
    const [daemon, folder] = [await startClamd(), await makeLibraryFolder()];
    const app = await buildApp({ env: { CLAMD_URL: daemon.url, LIBRARY_ROOTS: folder.root } });
    onTestFinished(async () => {
      await app.close();
      await Promise.all([folder.remove(), daemon.stop()]);
    });
    const [admin, member] = [await app.as('admin'), await app.as('member')];
    await addFolder(app.services, folder);
    await folder.write('One File.zip', await infectedZip());
    // Together they are larger than what clamd takes.
    await folder.write('Some Folder/Data/a.bin', Buffer.alloc(maxStreamBytes - 1));
    await folder.write('Some Folder/game.exe', threat);
    await folder.write('Clean Folder/game.exe', Buffer.alloc(maxStreamBytes - 1));
    await folder.write('Clean Folder/Data/b.bin', Buffer.alloc(5000));
    const file = await addInPlace(app.services, folder, 'One File.zip');
    const infected = await addInPlace(app.services, folder, 'Some Folder');
    const clean = await addInPlace(app.services, folder, 'Clean Folder');
    await app.services.files.digestZipsInPlace();
    await app.services.virusScans.scan();
    const { body } = await admin.call(api.listVirusFindings);
    const found = body.findings.map(({ game, path }: VirusFinding) => [game._id, path]);
    expect(found.sort()).toEqual(
      [
        [file.id, null],
        [infected.id, 'game.exe'],
      ].sort(),
    );
    expect((await askTicket(member, file)).status).toBe(403);
    expect((await askTicket(member, clean)).status).toBe(201);
    const files = await member.call(api.listSingleFiles, {
      params: { id: infected.id, platform: 'Windows' },
    });
    for (const { _id: singleFile } of files.body.files) {
      const answer = await member.fetch(
        `/api/games/${infected.id}/download/Windows?singleFile=${singleFile}`,
      );
      expect(answer.status).toBe(403);
    }

    await folder.write('One File.zip', sampleArchive(5000));
    await rescanItem(app.services, folder, file.itemId, 'One File.zip');
    expect((await askTicket(member, file)).status).toBe(201);
    expect((await admin.call(api.getVirusScans)).body).toMatchObject({ waiting: 1, quarantined: 1 });
    await app.services.virusScans.scan();
    expect((await admin.call(api.getVirusScans)).body).toMatchObject({ waiting: 0, quarantined: 1 });
  });
});

describe('without clamd', () => {
  let app: TestApp;
  let admin: Client;
  beforeEach(async () => {
    app = await buildApp();
    onTestFinished(() => app.close());
    admin = await app.as('admin');
  });

  it('nothing is scanned and nothing refused', async () => {
    const game = await createGame(app.services, admin);
    await app.services.virusScans.scan();
    expect((await admin.call(api.getVirusScans)).body).toMatchObject({
      isOn: false,
      clamd: null,
      waiting: 0,
    });
    expect((await admin.call(api.scanAllAgain)).status).toBe(404);
    expect((await admin.call(api.getHealth)).body.virusScans).toBeNull();
    expect(await (await app.visitor.fetch('/metrics')).text()).not.toMatch(/^cellar_(virus|clamd)/m);
    expect((await askTicket(await app.as('member'), game)).status).toBe(201);
  });

  it('what was found before stays quarantined until an admin decides', async () => {
    const game = await createGame(app.services, admin);
    const now = new Date().toISOString();
    const found = { result: 'infected', threat: 'Some.Virus', scannedAt: now, foundAt: now } as const;
    await app.services.database.db.updateTable('virusScans').set(found).execute();
    const member = await app.as('member');
    expect((await askTicket(member, game)).status).toBe(403);
    const [finding] = (await admin.call(api.listVirusFindings)).body.findings;
    const decision = { params: { id: finding._id }, json: { threat: 'Some.Virus' } };
    expect((await admin.call(api.allowFinding, decision)).status).toBe(200);
    expect((await askTicket(member, game)).status).toBe(201);
  });
});

it.skipIf(isClamdMissing())('waits for clamd, warns of it, and goes on when it is back', async () => {
  const path = join(tmpdir(), `cellar-clamd-${newId()}.sock`);
  onTestFinished(() => rm(path, { force: true }));
  const first = await startClamd({ LocalSocket: path });
  const app = await buildApp({ env: { CLAMD_URL: first.url } });
  onTestFinished(() => app.close());
  await first.stop();
  const [admin, member] = [await app.as('admin'), await app.as('member')];
  const game = await createGame(app.services, admin, { archive: await infectedZip() });
  await app.services.virusScans.scan();
  expect((await admin.call(api.getVirusScans)).body).toMatchObject({ isOn: true, clamd: null, waiting: 1 });
  expect((await admin.call(api.getHealth)).body.virusScans).toMatchObject({
    state: 'warning',
    problem: 'away',
  });
  expect((await askTicket(member, game)).status).toBe(201);
  const second = await startClamd({ LocalSocket: path });
  onTestFinished(() => second.stop());
  await app.services.virusScans.scan();
  expect((await askTicket(member, game)).status).toBe(403);
  await eventually(async () => expect((await admin.call(api.getVirusScans)).body.waiting).toBe(0));
});
