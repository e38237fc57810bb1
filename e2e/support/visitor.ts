// One person with a separate browser context. Errors of the page are recorded and fail the test.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { waitLimitMs } from '../../test/waiting.ts';
import { watchTraffic } from './quiet.ts';

/** `E2E_CPU_THROTTLE=6` gives every page a sixth of a processor, which reveals tests that rely on a fast machine. */
const cpuThrottle = Number(process.env.E2E_CPU_THROTTLE ?? 1);

const sites = new WeakMap<BrowserContext, string>();

/** Returns the origin that the page's visitor opened. */
export function siteOf(page: Page): string {
  const site = sites.get(page.context());
  if (!site) throw new Error('The page belongs to no visitor');
  return site;
}

export interface VisitOptions extends BrowserContextOptions {
  /** An error that the journey causes on purpose. */
  expects?: RegExp;
}

export class Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly url: string;
  #problems: string[] = [];
  #allowed: RegExp[] = [];

  private constructor(context: BrowserContext, page: Page, url: string) {
    this.context = context;
    this.page = page;
    this.url = url;
  }

  static async arrive(
    browser: Browser,
    url: string,
    { expects, ...options }: VisitOptions = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1366, height: 768 },
      locale: 'en-GB',
      // Without animations, every check sees the final state.
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(waitLimitMs);
    sites.set(context, url);
    // Playwright cannot answer the dialog of `showOpenFilePicker`. Without this function the page uses a file input.
    await context.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
    await context.addInitScript(dropEffects);
    const visitor = new Visitor(context, await context.newPage(), url);
    interceptAtOnce(visitor.page);
    if (cpuThrottle > 1) await visitor.#throttle();
    if (expects) visitor.expectProblem(expects);
    visitor.#watch();
    return visitor;
  }

  /** Allows another error that the journey causes on purpose. */
  expectProblem(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  /** All unexpected errors. */
  get problems(): string[] {
    return this.#problems.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)));
  }

  async leave(): Promise<void> {
    // A route handler may still hold a request, which is not a failure.
    for (const page of this.context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.context.close();
  }

  async #throttle(): Promise<void> {
    const session = await this.context.newCDPSession(this.page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuThrottle });
  }

  #watch(): void {
    const { page } = this;
    watchTraffic(page);
    const note = (text: string) => this.#problems.push(text);
    page.on('console', (message) => {
      const { url } = message.location();
      // The stream of alerts is open whenever a journey cuts the connection.
      const isCutStream = url.endsWith('/api/alerts/stream') && message.text().includes('net::ERR_');
      if (message.type() === 'error' && !isCutStream) note(`console: ${message.text()} (${url})`);
    });
    page.on('pageerror', (error) => note(`page: ${error.stack ?? error}`));
    page.on('response', (response) => {
      if (response.status() >= 500) note(`answer: ${response.status()} of ${response.url()}`);
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== this.url) note(`foreign request: ${request.url()}`);
    });
    // A page asks for confirmation before it is left during an upload. The answer is always to leave.
    page.on('dialog', (dialog) => void dialog.accept());
  }
}

/**
 * Chromium says that it intercepts the requests of an open page a moment before it does: on a busy machine, one of a hundred slips by. Makes
 * `route` wait for that moment.
 */
function interceptAtOnce(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...given) => {
    const added = await route(...given);
    if (!page.url().startsWith('http')) return added;
    await route(`**${probe}`, (asked) => asked.fulfill({ status: 204 }), { times: 1 });
    // Fails if the page is left meanwhile. The next one is intercepted from its first request on.
    await page.evaluate(untilIntercepted, probe).catch(() => undefined);
    return added;
  };
}

const probe = '/icon-192.png?is-intercepted';

/** Runs in the page. */
async function untilIntercepted(path: string): Promise<void> {
  // The server answers 200. A service worker would answer forever.
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(path, { cache: 'no-store' }).catch(() => undefined);
    if (answer?.status === 204) return;
  }
}

/**
 * Runs in the page. Without a graphics card, blurred surfaces take a quarter of the processor time of all journeys, and
 * no journey looks at them.
 */
function dropEffects(): void {
  const style = new CSSStyleSheet();
  const effects = ['backdrop-filter', 'filter', 'mask-image'].map((name) => `${name}: none !important`);
  style.replaceSync(`*, ::before, ::after, ::backdrop { ${effects.join('; ')} }`);
  document.adoptedStyleSheets.push(style);
}

/** Shows the effects again, for pictures. */
export function showEffects(page: Page): Promise<unknown> {
  return page.evaluate(() => document.adoptedStyleSheets.splice(0));
}
