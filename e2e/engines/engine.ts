// What a journey needs of a browser. firefox.ts and webkit.ts implement it, each by the protocol that its browser speaks.

/** An element of the page, as the browser's protocol names it. */
export interface Handle {
  readonly handle: string;
}

/** What a function in the page takes or returns, as seen from here. */
type Outside<T> = T extends Element ? Handle : T;

export abstract class Engine {
  /** The folder where the browser saves downloads. */
  abstract readonly downloads: string;

  /** Resolves when the page has loaded. */
  abstract open(url: string): Promise<void>;
  abstract reload(): Promise<void>;
  /** Clicks with the mouse. Fails if something else covers the element. */
  abstract click(element: Handle): Promise<void>;
  /** Presses and releases keys one after the other. What has the focus gets them. */
  abstract press(keys: string): Promise<void>;
  /** Types at the end of a field. */
  abstract type(field: Handle, text: string): Promise<void>;
  abstract chooseFiles(input: Handle, paths: string[]): Promise<void>;
  /** Changes the size of the window, in CSS pixels. */
  abstract resize(width: number, height: number): Promise<void>;
  /** Returns a PNG. */
  abstract screenshot(): Promise<Buffer>;
  /** Returns the errors of the pages since the last call. */
  abstract takeProblems(): Promise<string[]>;
  /** Ends the browser, whatever state it is in. */
  abstract close(): Promise<void>;

  /** Calls a function in the page, which may use nothing from outside itself. Elements are passed as handles. */
  async run<Args extends unknown[], T>(
    inPage: (...args: Args) => T,
    ...args: { [K in keyof Args]: Outside<Args[K]> }
  ): Promise<Outside<Awaited<T>>> {
    return (await this.evaluate(String(inPage), args)) as Outside<Awaited<T>>;
  }

  /** Calls a function by its source. */
  protected abstract evaluate(source: string, args: unknown[]): Promise<unknown>;
}

export function isHandle(value: unknown): value is Handle {
  return typeof value === 'object' && value !== null && 'handle' in value;
}

/** The code points by which WebDriver names keys without a character. */
export const keys = { enter: '\uE007', escape: '\uE00C', delete: '\uE017' } as const;

/** Returns the actions of WebDriver that press keys; both protocols have the same. */
export function keyActions(text: string): object {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return { type: 'key', id: 'keyboard', actions };
}
