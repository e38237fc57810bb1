// Firefox, which speaks WebDriver BiDi itself: no other program is needed.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Bidi } from './bidi.ts';
import { Engine, type Handle, isHandle, keyActions } from './engine.ts';
import { Program } from './program.ts';

/** On a busy machine, a first start takes a minute. */
const startMs = 180_000;

/** The values of BiDi's protocol that are used here. */
type RemoteValue =
  | { type: 'node'; sharedId: string }
  | { type: 'string'; value: string }
  | { type: 'undefined' };

type CallResult =
  | { type: 'success'; result: RemoteValue }
  | { type: 'exception'; exceptionDetails: { text: string } };

interface LogEntry {
  level: string;
  text: string | null;
}

export class Firefox extends Engine {
  readonly downloads: string;
  readonly #program: Program;
  #bidi!: Bidi;
  /** BiDi's id of the tab. */
  #context = '';
  #problems: string[] = [];

  private constructor(program: Program, downloads: string) {
    super();
    this.#program = program;
    this.downloads = downloads;
  }

  /** `folder` gets the profile and the downloads. */
  static async launch(folder: string): Promise<Firefox> {
    const [profile, downloads] = [join(folder, 'profile'), join(folder, 'downloads')];
    for (const path of [profile, downloads]) await mkdir(path, { recursive: true });
    await writeFile(join(profile, 'user.js'), preferences(downloads));
    // Firefox chooses a free port and prints it.
    const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile];
    const path = process.env.FIREFOX_PATH || 'firefox-esr';
    const program = new Program(path, [...args, 'about:blank'], { ...process.env, HOME: folder });
    const firefox = new Firefox(program, downloads);
    try {
      await firefox.#connect();
    } catch (error) {
      await program.end();
      throw error;
    }
    return firefox;
  }

  async open(url: string): Promise<void> {
    await this.#command('browsingContext.navigate', { url, wait: 'complete' });
  }

  async reload(): Promise<void> {
    await this.#command('browsingContext.reload', { wait: 'complete' });
  }

  async click(element: Handle): Promise<void> {
    // BiDi clicks a place, so the element must not be moving, nor lie below another one.
    await this.run(waitUntilClickable, element);
    const origin = { type: 'element', element: { sharedId: element.handle } };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
    await this.#command('input.performActions', { actions: [mouse] });
  }

  async press(text: string): Promise<void> {
    await this.#command('input.performActions', { actions: [keyActions(text)] });
  }

  async type(field: Handle, text: string): Promise<void> {
    await this.run((node: Element) => (node as HTMLElement).focus(), field);
    await this.press(text);
  }

  async chooseFiles({ handle }: Handle, files: string[]): Promise<void> {
    await this.#command('input.setFiles', { element: { sharedId: handle }, files });
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#command('browsingContext.setViewport', { viewport: { width, height } });
  }

  async screenshot(): Promise<Buffer> {
    const { data } = (await this.#command('browsingContext.captureScreenshot')) as { data: string };
    return Buffer.from(data, 'base64');
  }

  async takeProblems(): Promise<string[]> {
    return this.#problems.splice(0);
  }

  async close(): Promise<void> {
    this.#bidi.close();
    await this.#program.end();
  }

  protected async evaluate(source: string, args: unknown[]): Promise<unknown> {
    const answer = (await this.#bidi.send('script.callFunction', {
      // JSON, because BiDi has a form of its own for each type of value.
      functionDeclaration: `async (...given) => {
        const value = await (${source})(...given);
        return value instanceof Node ? value : JSON.stringify(value);
      }`,
      arguments: args.map(toBidi),
      target: { context: this.#context },
      awaitPromise: true,
    })) as CallResult;
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    const { result } = answer;
    if (result.type === 'node') return { handle: result.sharedId };
    return result.type === 'string' ? JSON.parse(result.value) : undefined;
  }

  async #connect(): Promise<void> {
    const address = await this.#program.says(/WebDriver BiDi listening on (ws:\S+)/, startMs);
    this.#bidi = await Bidi.open(`${address}/session`, (method, params) => this.#note(method, params));
    // A page asks for confirmation before it is left during an upload. The answer is always to leave.
    const unhandledPromptBehavior = { default: 'accept' };
    await this.#bidi.send('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior } } });
    await this.#bidi.send('session.subscribe', { events: ['log.entryAdded'] });
    // Without a window, the first tab never gets the focus, but a new one does.
    const created = await this.#bidi.send('browsingContext.create', { type: 'tab' });
    this.#context = (created as { context: string }).context;
    await this.#command('browsingContext.activate');
  }

  #note(method: string, params: unknown): void {
    const { level, text } = params as LogEntry;
    if (method === 'log.entryAdded' && level === 'error') this.#problems.push(`console: ${text}`);
  }

  #command(method: string, params: object = {}): Promise<unknown> {
    return this.#bidi.send(method, { context: this.#context, ...params });
  }
}

function preferences(downloads: string): string {
  const values = {
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    // The panel would take the focus from the page.
    'browser.download.alwaysOpenPanel': false,
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.enabled': false,
    'intl.accept_languages': 'en-GB',
    'ui.prefersReducedMotion': 1,
    // Without a window there is no pointer either, and the page would be laid out for a television. 6 is a mouse that hovers.
    'ui.primaryPointerCapabilities': 6,
    'ui.allPointerCapabilities': 6,
  };
  const lines = Object.entries(values).map((entry) => `user_pref(${JSON.stringify(entry).slice(1, -1)});`);
  return lines.join('\n');
}

function toBidi(value: unknown): object {
  if (isHandle(value)) return { sharedId: value.handle };
  if (value === undefined || value === null) return { type: 'undefined' };
  return { type: typeof value, value };
}

/** Runs in the page. Scrolls to the element and waits until it stands still. */
async function waitUntilClickable(element: Element): Promise<void> {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const middle = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2] as const;
  };
  let before = '';
  for (let tries = 0; before !== String(middle()); tries += 1) {
    if (tries > 60) throw new Error('the element keeps moving');
    before = String(middle());
    await frame();
    await frame();
  }
  const hit = document.elementFromPoint(...middle());
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
  if ([element, ...labels].some((own) => own.contains(hit))) return;
  throw new Error(`the element is covered by ${hit?.outerHTML.slice(0, 100)}`);
}
