import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileMissingError } from '#platform/storage/storage.ts';
import { openInPlace } from './file-in-place.ts';

let dir: string;
let folder: string;

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'cellar-in-place-')));
  folder = join(dir, 'games');
  await mkdir(join(folder, 'old'), { recursive: true });
  await mkdir(join(dir, 'outside'));
  await writeFile(join(folder, 'old', 'game.zip'), 'the game');
  await writeFile(join(dir, 'outside', 'game.zip'), 'a secret');
});

afterEach(() => rm(dir, { recursive: true }));

async function contentOf(path: string): Promise<string> {
  const file = await openInPlace(folder, path);
  try {
    return await readFile(file, 'utf8');
  } finally {
    await file.close();
  }
}

describe('openInPlace', () => {
  it('opens a file', async () => {
    expect(await contentOf('old/game.zip')).toBe('the game');
  });

  it.each([
    '../outside/game.zip',
    'old/../../outside/game.zip',
    '/etc/passwd',
    'old//game.zip',
    '.',
    '',
    'a\0b',
  ])('refuses the path %j', async (path) => {
    await expect(openInPlace(folder, path)).rejects.toThrow(FileMissingError);
  });

  it('follows no symbolic link in any part of the path', async () => {
    await symlink(join(dir, 'outside', 'game.zip'), join(folder, 'link.zip'));
    await symlink(join(folder, 'old', 'game.zip'), join(folder, 'inner.zip'));
    await symlink(join(dir, 'outside'), join(folder, 'linked'));
    await rename(folder, join(dir, 'moved'));
    await symlink(join(dir, 'moved'), folder);
    for (const path of ['link.zip', 'inner.zip', 'linked/game.zip', 'old/game.zip']) {
      await expect(openInPlace(folder, path), path).rejects.toThrow(FileMissingError);
    }
  });

  it('opens neither a pipe, a socket, a device nor a folder', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.zip')]);
    const server = createServer().listen(join(folder, 'socket.zip'));
    await once(server, 'listening');
    for (const path of ['pipe.zip', 'socket.zip', 'old', 'old/game.zip/more']) {
      await expect(openInPlace(folder, path), path).rejects.toThrow(FileMissingError);
    }
    await expect(openInPlace('/dev', 'null')).rejects.toThrow(FileMissingError);
    server.close();
  });

  it('never opens another file while folders and links take turns', async () => {
    await symlink(join(dir, 'outside'), join(dir, 'link'));
    let isOver = false;
    async function swap(): Promise<void> {
      while (!isOver) {
        await rename(join(folder, 'old'), join(dir, 'kept'));
        await rename(join(dir, 'link'), join(folder, 'old'));
        await rename(join(folder, 'old'), join(dir, 'link'));
        await rename(join(dir, 'kept'), join(folder, 'old'));
        // Some tries should find the file.
        await sleep(1);
      }
    }
    const swapping = swap();
    const found = new Set<string>();
    for (let tries = 0; tries < 1000 || found.size < 2; tries += 1) {
      found.add(await contentOf('old/game.zip').catch((error) => error.constructor.name));
    }
    isOver = true;
    await swapping;
    expect([...found].sort()).toEqual(['FileMissingError', 'the game']);
  });
});
