// What every journey stands on: a fresh server and a browser per test file, and after each test a look at what went
// wrong unseen. `const site = useSite()` at the top of a test file.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Account, CellarApi } from './cellar-api.ts';
import { CellarServer } from './cellar-server.ts';
import { launchChromium } from './chromium.ts';
import { Visitor } from './visitor.ts';
import { Wire } from './wire.ts';

export const admin: Account = { email: 'admin@cellar.example', password: 'a long enough secret' };
export const member: Account = { email: 'member@cellar.example', password: 'another long secret' };

const failures = fileURLToPath(new URL('../../.cache/e2e/failures/', import.meta.url));

export class Site {
  server!: CellarServer;
  browser!: Browser;
  /** For files a test makes. */
  folder = '';
  #visitors: Visitor[] = [];
  #wires: Wire[] = [];

  async open(settings: NodeJS.ProcessEnv): Promise<void> {
    [this.server, this.browser] = await Promise.all([CellarServer.createWith(settings), launchChromium()]);
    this.folder = await mkdtemp(join(tmpdir(), 'cellar-e2e-files-'));
  }

  /** A browser context at the site, or at the far end of a wire to it. */
  async visit(options: BrowserContextOptions = {}, url = this.server.url): Promise<Visitor> {
    const visitor = await Visitor.arrive(this.browser, url, options);
    this.#visitors.push(visitor);
    return visitor;
  }

  async wire(): Promise<Wire> {
    const wire = await Wire.to(this.server.port);
    this.#wires.push(wire);
    return wire;
  }

  async createAccount(role: 'admin' | 'member', { email, password }: Account): Promise<void> {
    await this.server.command(role, 'create', `--email=${email}`, `--password=${password}`);
  }

  /** An account's own way past the page. */
  api(account: Account): Promise<CellarApi> {
    return CellarApi.logIn(this.server.url, account);
  }

  /** Everybody leaves; what went wrong for them is returned. */
  async clear(failedTest?: string): Promise<string[]> {
    const visitors = this.#visitors.splice(0);
    for (const [index, { page }] of failedTest ? visitors.entries() : []) {
      const path = join(failures, `${failedTest?.replaceAll(/\W+/g, '-')}-${index}.png`);
      await page.screenshot({ path }).catch(() => undefined);
    }
    for (const visitor of visitors) await visitor.leave();
    for (const wire of this.#wires.splice(0)) await wire.close();
    return visitors.flatMap(({ problems }) => problems);
  }

  async close(): Promise<void> {
    await this.browser?.close();
    await this.server?.remove();
    if (this.folder) await rm(this.folder, { recursive: true, force: true });
  }
}

/** `settings`: of the server, as an .env file has them. */
export function useSite(settings: NodeJS.ProcessEnv = {}): Site {
  const site = new Site();
  beforeAll(() => site.open(settings));
  afterEach(async ({ task }) => {
    const problems = await site.clear(task.result?.state === 'fail' ? task.name : undefined);
    expect(problems, 'what went wrong on the page unseen').toEqual([]);
  });
  afterAll(() => site.close());
  return site;
}
