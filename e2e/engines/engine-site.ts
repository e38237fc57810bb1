// The setup of the journeys in one engine: a library with games, the browser, and a check for errors after each test.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { eventually } from '../../test/waiting.ts';
import { type Archive, sha256Of, smallGame } from '../support/archives.ts';
import { type Account, CellarApi } from '../support/cellar-api.ts';
import { HostedServer } from '../support/hosted-server.ts';
import { findOverflow } from '../support/overflow.ts';
import { admin, member } from '../support/site.ts';
import { Wire } from '../support/wire.ts';
import type { Engine } from './engine.ts';
import { find } from './find.ts';

const failures = fileURLToPath(new URL('../../.cache/e2e/failures/', import.meta.url));
const desktop = { width: 1366, height: 900 };
const phone = { width: 390, height: 844 };
const platform = 'Linux';

export class EngineSite {
  server!: HostedServer;
  /** What the browser is connected to. */
  wire!: Wire;
  engine!: Engine;
  /** A session of the admin. */
  api!: CellarApi;
  /** For files that a test creates. */
  folder = '';
  archive!: Archive;

  async prepare(launch: (folder: string) => Promise<Engine>, titles: readonly string[]): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'cellar-engine-'));
    this.server = await HostedServer.open({});
    this.wire = await Wire.to(this.server.port);
    await this.server.createAccount('admin', admin);
    await this.server.createAccount('member', member);
    this.api = await CellarApi.logIn(this.server.url, admin);
    this.archive = await smallGame(this.folder, 'game.zip', 3 * 1024 ** 2);
    for (const title of titles) await this.api.addGame(this.archive, title, platform);
    this.engine = await launch(join(this.folder, 'browser'));
    await this.engine.resize(desktop.width, desktop.height);
  }

  open(path: string): Promise<void> {
    return this.engine.open(this.wire.url + path);
  }

  /** Opens the page with a new session. */
  async arriveAs(account: Account, path: string): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(account) };
    const session = await (await fetch(`${this.server.url}/api/users/login`, init)).text();
    // Not a page, because it might store its own session at the same time.
    await this.open('/icon-192.png');
    await this.engine.run((stored: string) => localStorage.setItem('userInfo', stored), session);
    await this.open(path);
    await find(this.engine, 'button', /^Account menu/);
  }

  path(): Promise<string> {
    return this.engine.run(() => location.pathname);
  }

  /** Checks the page in a window of a phone and of a desktop. */
  async expectNoOverflow(): Promise<void> {
    for (const { width, height } of [phone, desktop]) {
      await this.engine.resize(width, height);
      await expect.poll(() => this.engine.run(() => window.innerWidth)).toBe(width);
      await expect.poll(() => this.engine.run(findOverflow), { message: `${width} pixels wide` }).toEqual([]);
    }
  }

  /** Resolves when the browser has saved a file with this content. */
  async savedFile(sha256: string): Promise<void> {
    await eventually(async () => {
      const names = await readdir(this.engine.downloads);
      const digests = await Promise.all(names.map((name) => sha256Of(join(this.engine.downloads, name))));
      expect(digests, `one of ${names.join(', ')}`).toContain(sha256);
    });
  }

  async takeProblems(): Promise<string[]> {
    const failed = this.wire.requests.splice(0).filter(({ status = 0 }) => status >= 500);
    const answers = failed.map(({ status, path }) => `answer: ${status} of ${path}`);
    return [...(await this.engine.takeProblems()), ...answers];
  }

  async saveScreenshot(name: string): Promise<void> {
    await mkdir(failures, { recursive: true });
    const path = join(failures, `${name.replaceAll(/\W+/g, '-')}.png`);
    await writeFile(path, await this.engine.screenshot());
  }

  async remove(): Promise<void> {
    await this.engine?.close();
    await this.wire?.close();
    await this.server?.remove();
    if (this.folder) await rm(this.folder, { recursive: true, force: true });
  }
}

/** Call it at the top of a `describe`. The tests share the browser. */
export function useEngineSite(
  launch: (folder: string) => Promise<Engine>,
  titles: readonly string[],
): EngineSite {
  const site = new EngineSite();
  beforeAll(() => site.prepare(launch, titles));
  afterEach(async ({ task }) => {
    site.wire.release();
    if (task.result?.state === 'fail') await site.saveScreenshot(task.name).catch(() => undefined);
    expect(await site.takeProblems(), 'unexpected errors on the page').toEqual([]);
  });
  afterAll(() => site.remove());
  return site;
}
