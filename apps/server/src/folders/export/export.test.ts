// `cellar export`: a folder with everything that people have made, which other programs can read.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addCheat, addExtra } from '#test/extras-and-cheats.ts';
import { createGame } from '#test/factories.ts';
import { pictureFiles, picturePath, sampleWebp, sendPicture } from '#test/sample-pictures.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { sha256 } from '#test/traces.ts';
import { exportedGame, exportSummary } from './export-format.ts';
import { ExportError, exportLibrary } from './export-library.ts';

let folder: string;
const app = sharedApp();
const admin = sharedClient(app, 'admin');
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellar-export-'));
});
afterEach(() => rm(folder, { recursive: true }));

const run = () => exportLibrary({ ...app.services, version: '1.2.3' }, folder);

async function readGames() {
  const lines = (await readFile(join(folder, 'games.jsonl'), 'utf8')).trimEnd().split('\n');
  return lines.map((line) => exportedGame.parse(JSON.parse(line)));
}

it('writes facts, pictures, cheat files, rules and digests', async () => {
  const game = await createGame(app.services, admin, { title: 'Half-Life' });
  await app.services.files.digestFiles();
  const picture = await sendPicture(admin, await sampleWebp());
  const boxArtUrl = String(picture.body.url);
  const players = { modes: ['singlePlayer', 'multiplayer'], maxPlayers: 32 };
  const edit = { description: 'Run.\n"Think."', genres: ['Action'], boxArtUrl, ...players };
  await admin.call(api.editGame, { params: { id: game.id }, json: edit });
  await addCheat(admin, game.id);
  const extra = await addExtra(app.services, admin, game.id);
  const platform = { name: 'DOS', aliases: ['MS-DOS'], icon: 'terminal' };
  await admin.call(api.addPlatform, { json: platform });
  const rule = { find: 'gog', replace: '', description: 'Shop names' };
  await admin.call(api.addRule, { json: rule });

  expect(await run()).toMatchObject({ games: 1, newFiles: 2, missing: [] });
  const summary = exportSummary.parse(JSON.parse(await readFile(join(folder, 'cellar-export.json'), 'utf8')));
  expect(summary).toMatchObject({
    version: '1.2.3',
    games: 1,
    sanitizationRules: expect.arrayContaining([rule]),
    ownPlatforms: [platform],
  });
  const [exported] = await readGames();
  expect(exported).toMatchObject({
    title: 'Half-Life',
    facts: edit,
    editedFields: expect.arrayContaining(['description', 'genres', 'boxArtUrl']),
    files: [{ platform: 'Windows', fileSize: game.archive.length, sha256: sha256(game.archive) }],
    cheats: [{ name: 'God Mode' }],
    extras: [{ kind: 'update', name: 'Patch', version: '1.2', sha256: extra.sha256, libraryPath: null }],
  });
  const name = boxArtUrl.split('/').at(-1) ?? '';
  expect(sha256(await readFile(join(folder, 'pictures', name)))).toBe(name.replace('.webp', ''));
  const cheat = exported?.cheats[0]?.sha256 ?? '';
  expect(sha256(await readFile(join(folder, 'cheats', `${cheat}.zip`)))).toBe(cheat);
});

it('writes only what is new the next time', async () => {
  await run();
  const pictures = await readdir(join(folder, 'pictures'));
  const times = () =>
    Promise.all(pictures.map(async (name) => (await stat(join(folder, 'pictures', name))).mtimeMs));
  const before = await times();
  await createGame(app.services, admin, { title: 'Half-Life 2' });
  expect(await run()).toMatchObject({ games: 2, newFiles: 0 });
  expect([await times(), (await readGames()).map(({ title }) => title).sort()]).toEqual([
    before,
    ['Half-Life', 'Half-Life 2'],
  ]);
});

it('refuses a folder with anything else, and writes nothing there', async () => {
  await writeFile(join(folder, 'letter.txt'), 'x');
  await expect(run()).rejects.toThrow(ExportError);
  expect(await readdir(folder)).toEqual(['letter.txt']);
});

it('names files that are missing in the library, and exports the rest', async () => {
  for (const name of await pictureFiles(app)) await rm(picturePath(app, name));
  const result = await run();
  expect(result.games).toBe(2);
  expect(result.missing).toEqual([expect.stringMatching(/^pictures\/[0-9a-f]{64}\.webp$/)]);
});
