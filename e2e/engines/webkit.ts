// WebKitGTK by WebKitWebDriver, which speaks the W3C's WebDriver over HTTP and starts the browser, on a display of its own.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../test/free-port.mjs';
import { eventually } from '../../test/waiting.ts';
import { Engine, type Handle, isHandle, keyActions } from './engine.ts';
import { Program } from './program.ts';

const startMs = 120_000;
/** A command that takes longer hangs. */
const commandMs = 120_000;
/** The name by which the protocol marks an element (https://www.w3.org/TR/webdriver2/#elements). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

type Listening = Window & { heard?: string[] };

export class WebKit extends Engine {
  readonly downloads: string;
  readonly #programs: Program[];
  readonly #base: string;
  #session = '';
  /** Errors of pages that were left. */
  #problems: string[] = [];

  private constructor(programs: Program[], base: string, downloads: string) {
    super();
    this.#programs = programs;
    this.#base = base;
    this.downloads = downloads;
  }

  /** `folder` gets everything that the browser writes. */
  static async launch(folder: string): Promise<WebKit> {
    const downloads = join(folder, 'downloads');
    await mkdir(downloads, { recursive: true });
    const display = new Program(
      'Xvfb',
      ['-displayfd', '1', '-screen', '0', '2000x1500x24', '-nolisten', 'tcp'],
      process.env,
    );
    const programs = [display];
    try {
      const number = await display.says(/^(\d+)\n/, startMs);
      const port = await freePort();
      const env = await environment(folder, downloads, number);
      programs.push(new Program('WebKitWebDriver', [`--port=${port}`], env));
      const webkit = new WebKit(programs, `http://127.0.0.1:${port}`, downloads);
      await webkit.#begin();
      return webkit;
    } catch (error) {
      for (const program of programs.reverse()) await program.end();
      throw error;
    }
  }

  async open(url: string): Promise<void> {
    await this.#keepProblems();
    await this.#command('POST', '/url', { url });
    await this.run(listen);
  }

  async reload(): Promise<void> {
    await this.#keepProblems();
    await this.#command('POST', '/refresh', {});
    await this.run(listen);
  }

  /** WebKitWebDriver does not scroll to an element below the window, and answers "element not interactable". */
  async click(element: Handle): Promise<void> {
    await this.run((node: Element) => node.scrollIntoView({ block: 'nearest' }), element);
    await this.#command('POST', `/element/${element.handle}/click`, {});
  }

  async press(text: string): Promise<void> {
    await this.#command('POST', '/actions', { actions: [keyActions(text)] });
  }

  /** Waits once, while `press` waits for every key: half a second on a busy machine. */
  async type({ handle }: Handle, text: string): Promise<void> {
    await this.#command('POST', `/element/${handle}/value`, { text });
  }

  async chooseFiles(input: Handle, paths: string[]): Promise<void> {
    await this.type(input, paths.join('\n'));
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#command('POST', '/window/rect', { width, height });
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from((await this.#command('GET', '/screenshot')) as string, 'base64');
  }

  async takeProblems(): Promise<string[]> {
    await this.#keepProblems();
    return this.#problems.splice(0);
  }

  async close(): Promise<void> {
    for (const program of [...this.#programs].reverse()) await program.end();
  }

  protected async evaluate(source: string, args: unknown[]): Promise<unknown> {
    const given = args.map((value) => (isHandle(value) ? { [elementKey]: value.handle } : value));
    const script = `return (${source})(...arguments)`;
    const value = await this.#command('POST', '/execute/sync', { script, args: given });
    const isElement = typeof value === 'object' && value !== null && elementKey in value;
    return isElement ? { handle: value[elementKey] } : value;
  }

  async #begin(): Promise<void> {
    await eventually(async () => {
      const { status } = await fetch(`${this.#base}/status`);
      if (status !== 200) throw new Error(`WebKitWebDriver answers ${status}`);
    });
    const browser = { binary: process.env.MINIBROWSER_PATH, args: ['--automation'] };
    const capabilities = {
      alwaysMatch: { 'webkitgtk:browserOptions': browser, unhandledPromptBehavior: 'accept' },
    };
    const { sessionId } = (await this.#send('POST', '/session', { capabilities })) as { sessionId: string };
    this.#session = `/session/${sessionId}`;
    await this.#command('POST', '/timeouts', { script: commandMs, pageLoad: commandMs });
  }

  async #keepProblems(): Promise<void> {
    this.#problems.push(...(await this.run(takeHeard)));
  }

  #command(method: string, path: string, body?: object): Promise<unknown> {
    return this.#send(method, this.#session + path, body);
  }

  async #send(method: string, path: string, body?: object): Promise<unknown> {
    const signal = AbortSignal.timeout(commandMs);
    const answer = await fetch(this.#base + path, {
      method,
      body: body ? JSON.stringify(body) : null,
      signal,
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (answer.ok) return value;
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${method} ${path.replace(this.#session, '')}: ${error}: ${message}`);
  }
}

async function environment(folder: string, downloads: string, display: string): Promise<NodeJS.ProcessEnv> {
  const config = join(folder, 'config');
  await mkdir(join(config, 'gtk-3.0'), { recursive: true });
  // The folder for downloads is none of the browser's own settings.
  await writeFile(join(config, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  // The buttons of the toolbar would keep the window wider than a phone.
  const narrow = 'button, entry { min-width: 0; padding: 0; border: 0; margin: 0; }';
  await writeFile(join(config, 'gtk-3.0', 'gtk.css'), narrow);
  await writeFile(join(config, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  return {
    ...process.env,
    HOME: folder,
    XDG_CONFIG_HOME: config,
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'data'),
    DISPLAY: `:${display}`,
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    // There is no bus for assistive technology.
    NO_AT_BRIDGE: '1',
  };
}

/**
 * Runs in the page. WebDriver tells nothing of a page's errors, so they are kept in the page from its load on. What breaks
 * before that breaks the journey itself.
 */
function listen(): void {
  const page: Listening = window;
  if (page.heard) return;
  const heard: string[] = [];
  page.heard = heard;
  const { error } = console;
  console.error = (...all: unknown[]) => {
    heard.push(`console: ${all.join(' ')}`);
    error(...all);
  };
  addEventListener('error', ({ message }) => heard.push(`page: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => heard.push(`page: ${reason}`));
}

/** Runs in the page. */
function takeHeard(): string[] {
  return (window as Listening).heard?.splice(0) ?? [];
}
