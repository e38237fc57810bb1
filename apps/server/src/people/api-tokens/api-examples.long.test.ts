// Runs the examples of docs/api.md. Those for PowerShell run only where it is installed; elsewhere they are compared with those for curl.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { api } from '@cellar/contract/api.ts';
import { endpoints } from '@cellar/contract/endpoints.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { createApiToken } from '#test/logins.ts';
import { processEnv, processMs } from '#test/server-process.ts';
import { sha256 } from '#test/traces.ts';

const run = promisify(execFile);
const doc = fileURLToPath(new URL('../../../../../docs/api.md', import.meta.url));

/** How each program runs a script. */
const programs = {
  curl: { command: 'bash', args: ['-euo', 'pipefail', '-c'] },
  PowerShell: { command: 'pwsh', args: ['-NoProfile', '-Command'] },
  Python: { command: 'python3', args: ['-c'] },
};
type Language = keyof typeof programs;
const languages = Object.keys(programs) as Language[];

const isInstalled = (command: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));

let app: TestApp;
let admin: Client;
let folder: string;
let text: string;
beforeAll(async () => {
  app = await buildApp();
  admin = await app.as('admin');
  folder = await mkdtemp(join(tmpdir(), 'cellar-examples-'));
  text = await readFile(doc, 'utf8');
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** Returns the scripts of a language: finding games, downloading and uploading. */
function scriptsOf(language: Language): [string, string, string] {
  const section = text.split(`### ${language}\n`)[1]?.split('\n### ')[0] ?? '';
  const scripts = [...section.matchAll(/```\w+\n(.*?)```/gs)].map(([, script]) => script ?? '');
  expect(scripts).toHaveLength(3);
  return scripts as [string, string, string];
}

async function runScript(language: Language, script: string, env: Record<string, string>): Promise<string> {
  const { command, args } = programs[language];
  const options = { cwd: folder, env: { ...processEnv(), CELLAR_URL: app.url, ...env } };
  return (await run(command, [...args, script], options)).stdout;
}

describe.each(languages)('the examples for %s', { timeout: processMs }, (language) => {
  const { command } = programs[language];

  it.skipIf(!isInstalled(command))('find, download and upload games', async () => {
    const [find, download, upload] = scriptsOf(language);
    const archive = sampleArchive(2_000_000);
    const game = await createGame(app.services, admin, { title: `Tide of ${language}`, archive });
    const member = await app.as('member');
    const { token } = await createApiToken(app, member, { scopes: ['read', 'download'] });
    const env = { CELLAR_TOKEN: token, GAME: game.id };
    expect(await runScript(language, find, env)).toContain(game.id);

    const file = join(folder, 'game.zip');
    await rm(file, { force: true });
    await runScript(language, download, env);
    expect(sha256(await readFile(file))).toBe(sha256(archive));
    await truncate(file, 700_000);
    await runScript(language, download, env);
    expect(sha256(await readFile(file)), 'continued').toBe(sha256(archive));

    const large = sampleArchive(22 * 1024 * 1024);
    await writeFile(join(folder, 'tide-runner.zip'), large);
    const { token: uploading } = await createApiToken(app, admin, { scopes: ['upload'] });
    await runScript(language, upload, { CELLAR_TOKEN: uploading });
    const { body } = await admin.call(api.listGames, { query: { search: 'Tide Runner' } });
    await app.services.files.digestFiles();
    const params = { id: body.games[0]._id };
    const [stored] = (await admin.call(api.getGame, { params })).body.gameFiles;
    expect(stored).toMatchObject({ platform: 'Windows', fileSize: large.length, sha256: sha256(large) });
    await admin.call(api.deleteGame, { params });
  });
});

it('the examples for PowerShell make the same requests as those for curl', () => {
  const [mine, curl] = [scriptsOf('PowerShell'), scriptsOf('curl')];
  for (const at of [0, 1, 2] as const) expect(pathsIn(mine[at])).toEqual(pathsIn(curl[at]));
  for (const at of [1, 2] as const) expect(fieldsIn(mine[at])).toEqual(fieldsIn(curl[at]));
  expect(mine[2].indexOf('gameFile'), 'the file comes last').toBeGreaterThan(mine[2].indexOf('chunkSha256'));
});

it('the document names every scope, and only paths that exist', () => {
  for (const scope of ['read', 'download', 'upload', 'admin']) expect(text).toContain(`| \`${scope}\` |`);
  const known = Object.values(endpoints).map(({ path }) => path.replace(/:\w+/g, '*'));
  for (const path of languages.flatMap((language) => scriptsOf(language).flatMap(pathsIn))) {
    expect(known).toContain(path);
  }
});

/** Returns the paths of the API in a script, once each, with `*` for what differs. The Python script also asks for stored chunks. */
function pathsIn(script: string): string[] {
  const found = [...script.matchAll(/\/api\/[\w/${}:.[\]']+/g)].map(([path]) =>
    path.replace(/download\/Windows/, 'download/*').replace(/(\$env:|\$)\w+|\{[^}]*\}/g, '*'),
  );
  return [...new Set(found)].filter((path) => !path.endsWith('/chunks')).toSorted();
}

/** Returns the fields that a script sends. */
function fieldsIn(script: string): string[] {
  const fields = ['title', 'platform', 'fileExtension', 'uploadId', 'fileSize', 'chunkSize', 'totalChunks'];
  const all = [...fields, 'chunkNumber', 'chunkSha256', 'gameFile', 'downloadId'];
  return all.filter((field) => script.includes(field));
}
