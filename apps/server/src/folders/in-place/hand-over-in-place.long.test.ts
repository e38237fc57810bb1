// Files of a library folder behind a real nginx with the configuration in docs/nginx.conf.
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { sampleArchive } from '#test/factories.ts';
import {
  addFolder,
  addInPlace,
  type LibraryFolder,
  makeLibraryFolder,
  rescanItem,
} from '#test/library-folders.ts';
import { isNginxMissing, type Nginx, startNginx } from '#test/reverse-proxies.ts';
import { activityOf, getTicket } from '#test/sample-download.ts';
import { sha256 } from '#test/traces.ts';

const content = sampleArchive(3_000_000);

describe.skipIf(isNginxMissing)('behind nginx', () => {
  let app: TestApp;
  let nginx: Nginx;
  let member: Client;
  let folder: LibraryFolder;
  beforeAll(async () => {
    folder = await makeLibraryFolder();
    const env = {
      ACCEL: 'nginx:/internal/files,/internal/library',
      TRUST_PROXY: 'loopback',
      LIBRARY_ROOTS: folder.root,
    };
    app = await buildApp({ env });
    nginx = await startNginx({ ...app, libraryRoot: folder.root });
    member = await app.as('member');
    await addFolder(app.services, folder);
  });
  afterAll(async () => {
    await nginx?.stop();
    await app?.close();
    await folder?.remove();
  });

  async function ask(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(new URL(path, nginx.url), { headers });
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }

  it.each([
    'Game.zip',
    'A b/Ünïcödé 東京 (2004) [steam-220].zip',
    'Odd/50% off; a=b&c #1 ?x+y "q" \'s\' %41.zip',
    'Odd/%2e%2e.zip',
  ])('the file %j is sent by nginx, whole and in ranges, with the digest of Cellar', async (path) => {
    await folder.write(path, content);
    const game = await addInPlace(app.services, folder, path);
    await app.services.files.digestFilesInPlace();
    const { url, downloadId } = await getTicket(member, game);
    const whole = await ask(url);
    expect([whole.status, sha256(whole.bytes)]).toEqual([200, sha256(content)]);
    expect(whole.headers.get('repr-digest')).toContain(
      Buffer.from(sha256(content), 'hex').toString('base64'),
    );
    const part = await ask(url, { range: 'bytes=100-199', 'if-range': whole.headers.get('etag') ?? '' });
    expect([part.status, part.bytes.equals(content.subarray(100, 200))]).toEqual([206, true]);
    expect(await activityOf(member, downloadId)).toMatchObject({ status: 'completed', isHandedOver: true });
  });

  it('a changed file is not continued', async () => {
    await folder.write('Changing.zip', content);
    const game = await addInPlace(app.services, folder, 'Changing.zip');
    const { url } = await getTicket(member, game);
    const etag = (await ask(url, { range: 'bytes=0-8' })).headers.get('etag') ?? '';
    const changed = sampleArchive(2_000_000);
    await folder.write('Changing.zip', changed);
    expect((await ask(url, { range: 'bytes=9-', 'if-range': etag })).status).toBe(503);
    await rescanItem(app.services, folder, game.itemId, 'Changing.zip');
    const whole = await ask(url, { range: 'bytes=9-', 'if-range': etag });
    expect([whole.status, whole.bytes.equals(changed)]).toEqual([200, true]);
  });

  it('a ZIP is sent by Cellar', async () => {
    await folder.write('Unpacked/index.html', 'a game');
    await folder.write('Unpacked/data/game.dat', content);
    const game = await addInPlace(app.services, folder, 'Unpacked');
    await app.services.files.digestZipsInPlace();
    const { url, downloadId } = await getTicket(member, game);
    expect((await ask(url)).bytes.length).toBe(game.fileSize);
    await app.services.downloads.flushProgress();
    expect(await activityOf(member, downloadId)).toMatchObject({
      isHandedOver: false,
      bytesSent: game.fileSize,
    });
  });

  it('a link to another file is never followed, whenever it appears', async () => {
    await folder.write('Swapped/Game.zip', content);
    await mkdir(join(folder.root, 'outside'));
    await writeFile(join(folder.root, 'outside', 'Game.zip'), Buffer.alloc(content.length, 7));
    await symlink(join(folder.root, 'outside'), join(folder.root, 'link'));
    const game = await addInPlace(app.services, folder, 'Swapped/Game.zip');
    const { url } = await getTicket(member, game);
    const [place, kept, link] = [
      join(folder.path, 'Swapped'),
      join(folder.root, 'kept'),
      join(folder.root, 'link'),
    ];
    let isOver = false;
    const swapping = (async () => {
      while (!isOver) {
        await rename(place, kept);
        await rename(link, place);
        await rename(place, link);
        await rename(kept, place);
        // Some requests should get the file.
        await sleep(10);
      }
    })();
    const found = new Set<string>();
    // On a busy machine, the file is rarely in its place when it is asked for.
    for (let tries = 0; tries < 150 || !found.has('the file'); tries += 1) {
      const { status, bytes } = await ask(url);
      found.add(status === 200 && bytes.equals(content) ? 'the file' : String(status));
    }
    isOver = true;
    await swapping;
    expect([...found].filter((answer) => !['the file', '403', '404', '503'].includes(answer))).toEqual([]);
  });
});
