// The power fails right after a small file was written that is not part of a game: the key of the library's secrets, and an email in
// the outbox folder.
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keyPath } from '#platform/secret-box.ts';
import { newFolder } from '#test/backups.ts';
import { prepareLosingDisk } from './losing-disk.ts';
import { canPreload } from './preloaded-library.ts';

const sources = new URL('../../', import.meta.url);

/** Runs a script of TypeScript with a folder, whose power then fails. */
async function runAndLosePower(script: string): Promise<{ folder: string; said: string }> {
  const home = await newFolder('power');
  const [folder, path] = [join(home, 'disk'), join(home, 'script.mts')];
  await mkdir(folder);
  await writeFile(path, script);
  const disk = prepareLosingDisk(home, folder);
  disk.begin();
  const env = { ...process.env, ...disk.env, FOLDER: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, [path], { env, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  disk.losePower({ contents: 0, names: 0 });
  return { folder, said: stdout.trim() };
}

it.skipIf(!canPreload)(
  'keeps the key of a secret, also if a process was killed while it made the key',
  async () => {
    const { folder, said } = await runAndLosePower(`
    import fs from 'node:fs';
    import { createSecretBox, keyPath } from '${sources}platform/secret-box.ts';
    const { FOLDER: dataDir } = process.env;
    const file = fs.openSync(keyPath(dataDir), 'w');
    fs.writeSync(file, 'k'.repeat(43));
    fs.fsyncSync(file);
    console.log(await createSecretBox({ dataDir }).seal('secret', 'test'));`);
    expect(await readFile(keyPath(folder), 'utf8')).toBe('k'.repeat(43));
    expect(said).toMatch(/^v1\./);
  },
);

it.skipIf(!canPreload)('keeps an email in the outbox folder', async () => {
  const { folder } = await runAndLosePower(`
    import { createMailFolder } from '${sources}platform/mail/mailer.ts';
    const folder = createMailFolder({ folder: process.env.FOLDER + '/outbox', from: 'cellar@cellar.example' });
    const mail = { id: 'one', to: 'reader@cellar.example', subject: 'Hello', text: 'Welcome', html: '<p>Welcome</p>' };
    await folder.write({ ...mail, at: new Date().toISOString() });`);
  const [name = ''] = await readdir(join(folder, 'outbox'));
  expect(await readFile(join(folder, 'outbox', name), 'utf8')).toContain('Welcome');
});
