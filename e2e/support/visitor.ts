// One person at a browser of their own. What goes wrong on the page meanwhile, seen or not, is kept and fails the test.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** `E2E_CPU_THROTTLE=6`: every page has a sixth of a processor, which brings out what relies on a quick machine. */
const cpuThrottle = Number(process.env.E2E_CPU_THROTTLE ?? 1);

const sites = new WeakMap<BrowserContext, string>();

/** The origin that a page's visitor came to see. */
export function siteOf(page: Page): string {
  const site = sites.get(page.context());
  if (!site) throw new Error('The page belongs to no visitor');
  return site;
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

  static async arrive(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1366, height: 768 },
      locale: 'en-GB',
      // Nothing fades, so a look at the page is a look at its final state.
      reducedMotion: 'reduce',
      ...options,
    });
    // For what hangs, not for what is slow, like every limit of the journeys.
    context.setDefaultTimeout(60_000);
    sites.set(context, url);
    // Nobody can answer this dialog of Chromium's from outside; without it the page asks by a plain file field.
    await context.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
    const visitor = new Visitor(context, await context.newPage(), url);
    if (cpuThrottle > 1) await visitor.#throttle();
    visitor.#watch();
    return visitor;
  }

  /** What this journey provokes on purpose. */
  expectProblem(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  /** Everything nobody expected. */
  get problems(): string[] {
    return this.#problems.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)));
  }

  async leave(): Promise<void> {
    // A request that is still held or forged then has nobody left to answer, which is no failure.
    for (const page of this.context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.context.close();
  }

  async #throttle(): Promise<void> {
    const session = await this.context.newCDPSession(this.page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuThrottle });
  }

  #watch(): void {
    const { page } = this;
    const note = (text: string) => this.#problems.push(text);
    page.on('console', (message) => {
      if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => note(`page: ${error.stack ?? error}`));
    page.on('response', (response) => {
      if (response.status() >= 500) note(`answer: ${response.status()} of ${response.url()}`);
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== this.url) note(`foreign request: ${request.url()}`);
    });
    // A page that is left while an upload runs asks first; here the answer is always to go.
    page.on('dialog', (dialog) => void dialog.accept());
  }
}
