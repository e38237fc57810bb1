// The setup of every journey: an empty library per test file, with an admin and a member, and a check for page errors after each
// test. Call `const site = useSite()` at the top of a test file. The files of a worker share the browser and the server process.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Account, CellarApi } from './cellar-api.ts';
import { CellarServer } from './cellar-server.ts';
import { sharedChromium } from './chromium.ts';
import { ClusterServer } from './cluster-server.ts';
import { HostedServer } from './hosted-server.ts';
import type { MailServer } from './mail-server.ts';
import { arriveAs } from './steps.ts';
import { type VisitOptions, Visitor } from './visitor.ts';
import { Wire } from './wire.ts';

export const admin: Account = { email: 'admin@cellar.example', password: 'a long enough secret' };
export const member: Account = { email: 'member@cellar.example', password: 'another long secret' };

const failures = fileURLToPath(new URL('../../.cache/e2e/failures/', import.meta.url));

type AnyServer = HostedServer | CellarServer | ClusterServer;

export class Site<Server extends AnyServer = HostedServer> {
  server!: Server;
  browser!: Browser;
  /** For files that a test creates. */
  folder = '';
  #visitors: Visitor[] = [];
  #wires: Wire[] = [];

  async open(openServer: () => Promise<Server>): Promise<void> {
    const began = performance.now();
    [this.server, this.browser] = await Promise.all([openServer(), sharedChromium()]);
    performance.measure('start', { start: began });
    this.folder = await mkdtemp(join(tmpdir(), 'cellar-e2e-files-'));
  }

  /** Opens a browser context at the site, or at a wire to the site. */
  async visit(options: VisitOptions = {}, url = this.server.url): Promise<Visitor> {
    const visitor = await Visitor.arrive(this.browser, url, options);
    this.#visitors.push(visitor);
    return visitor;
  }

  /** Opens a page in a browser context of its own, logged in. */
  async arrive(account: Account, path?: string, options?: VisitOptions): Promise<Page> {
    const { page } = await this.visit(options);
    await arriveAs(page, account, path);
    return page;
  }

  async wire(): Promise<Wire> {
    const wire = await Wire.to(this.server.port);
    this.#wires.push(wire);
    return wire;
  }

  async createAccount(
    this: Site | Site<CellarServer>,
    role: 'admin' | 'member',
    account: Account & { name?: string },
  ): Promise<void> {
    await this.server.createAccount(role, account);
  }

  /** Returns an API client that is logged in as this account. */
  api(account: Account): Promise<CellarApi> {
    return CellarApi.logIn(this.server.url, account);
  }

  /** Closes all visitors and returns the problems of their pages. */
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
    await this.server?.remove();
    if (this.folder) await rm(this.folder, { recursive: true, force: true });
  }
}

/** `settings`: environment variables of the server. `mails`: its mail server. */
export function useSite(settings: NodeJS.ProcessEnv = {}, mails?: MailServer): Site {
  const site = useNewSite(settings, mails);
  beforeAll(async () => {
    await site.createAccount('admin', admin);
    await site.createAccount('member', member);
  });
  return site;
}

/** Without accounts. */
export function useNewSite(settings: NodeJS.ProcessEnv = {}, mails?: MailServer): Site {
  return watched(new Site(), () => HostedServer.open({ ...settings, ...mails?.env }));
}

/** For journeys that kill the server, measure its memory or test its start. It runs in a separate process. */
export function useSiteWithOwnProcess(settings: NodeJS.ProcessEnv = {}): Site<CellarServer> {
  return watched(new Site<CellarServer>(), () => CellarServer.createWith(settings));
}

/** For the tests of the cluster, whose step starts a store and a PostgreSQL database. */
export function useSiteOfCluster(): Site<ClusterServer> {
  return watched(new Site<ClusterServer>(), () => ClusterServer.start());
}

function watched<Server extends AnyServer>(
  site: Site<Server>,
  openServer: () => Promise<Server>,
): Site<Server> {
  beforeAll(() => site.open(openServer));
  afterEach(async ({ task }) => {
    const problems = await site.clear(task.result?.state === 'fail' ? task.name : undefined);
    expect(problems, 'unexpected errors on the page').toEqual([]);
  });
  afterAll(() => site.close());
  return site;
}
