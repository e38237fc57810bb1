// Monitors whether the site responds, and whether it still serves the build of this page. Independent of React.
import { Listeners } from './listeners.ts';

/**
 * `newer`: the site responds but no longer has this page's code. `foreign`: something in front of the site responds instead of it, such as a
 * login portal.
 */
export type Answer = 'same' | 'newer' | 'foreign' | 'none';

export interface ConnectionState {
  isOffline: boolean;
  /** Whether something in front of the site responds instead of it. */
  isForeign: boolean;
  /** Whether something in front of the site asks for a password in the header that has the session's token. */
  asksPassword: boolean;
  /** Whether the site was upgraded while the page was open. */
  isOutdated: boolean;
  /** Whether the site responds but part of the page's code could not be loaded. */
  isIncomplete: boolean;
}

export interface ConnectionDeps {
  probe(): Promise<Answer>;
  /** The source of the `online` and `offline` events, usually the window. */
  events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

const firstPauseMs = 1000;
const longestPauseMs = 15_000;

export class Connection {
  #state: ConnectionState = {
    isOffline: false,
    isForeign: false,
    asksPassword: false,
    isOutdated: false,
    isIncomplete: false,
  };
  #changes = new Listeners();
  #returns = new Listeners();
  #checking: Promise<void> | undefined;
  #probe: ConnectionDeps['probe'];
  #events: ConnectionDeps['events'];

  constructor({ probe, events }: ConnectionDeps) {
    this.#probe = probe;
    this.#events = events;
    events?.addEventListener('offline', () => void this.check());
    events?.addEventListener('online', () => void this.check());
  }

  get = (): ConnectionState => this.#state;

  /** Calls `listener` after every change. Returns a function that unsubscribes it. */
  subscribe = (listener: () => void): (() => void) => this.#changes.add(listener);

  /** Calls `listener` when the site responds again. Returns a function that unsubscribes it. */
  onReturn = (listener: () => void): (() => void) => this.#returns.add(listener);

  /** Checks the site repeatedly until it responds. Usually called after a failed request. */
  check(): Promise<void> {
    this.#checking ??= this.#askUntilAnswered().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Reports that something in front of the site asks for a password. Only a reload helps, once that has been turned off. */
  passwordAsked(): void {
    this.#set({ asksPassword: true });
  }

  /** Reports that a part of the page's code has failed to load `times` times. Resolves when it is time to retry. */
  async failed(times: number): Promise<void> {
    await this.check();
    if (times > 1) this.#set({ isIncomplete: true });
    await this.#pause(times);
  }

  /** Reports that a part that had failed is loaded. */
  loaded(): void {
    this.#set({ isIncomplete: false });
  }

  async #askUntilAnswered(): Promise<void> {
    for (let tries = 1; ; tries++) {
      const answer = await this.#probe();
      const wasAway = this.#state.isOffline || this.#state.isForeign;
      const isThere = answer === 'same' || answer === 'newer';
      this.#set({
        isOffline: answer === 'none',
        isForeign: answer === 'foreign',
        ...(isThere && { isOutdated: answer === 'newer' }),
      });
      if (isThere) return wasAway ? this.#returns.call() : undefined;
      await this.#pause(tries);
    }
  }

  /** Waits longer after each check, but no longer than until the browser is online again. */
  #pause(times: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#events?.removeEventListener('online', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(firstPauseMs * 2 ** (times - 1), longestPauseMs));
      this.#events?.addEventListener('online', end);
    });
  }

  #set(change: Partial<ConnectionState>): void {
    const next = { ...this.#state, ...change };
    if (JSON.stringify(next) === JSON.stringify(this.#state)) return;
    this.#state = next;
    this.#changes.call();
  }
}

/** What the response to a request for the page's own script says; the request follows no redirects. */
export function judgeAnswer({
  type,
  status,
  headers,
}: Pick<Response, 'type' | 'status' | 'headers'>): Answer {
  if (status === 404) return 'newer';
  const isScript = status === 200 && headers.get('content-type')?.includes('javascript');
  if (isScript) return 'same';
  // Login portals, also those of hotels (RFC 6585 section 6), redirect, answer with a page, or refuse.
  const isPage = status === 200 || status === 401 || status === 403 || status === 511;
  return type === 'opaqueredirect' || isPage ? 'foreign' : 'none';
}
