// Whether the site answers, and whether it still serves the build that this page came from. Framework-free; made in app/,
// where the bar shows it and what failed meanwhile is asked for again.
import { Listeners } from './listeners.ts';

/** `newer`: the site answers, and no longer has this page's code. */
export type Answer = 'same' | 'newer' | 'none';

export interface ConnectionState {
  isOffline: boolean;
  /** The site was upgraded while the page was open. */
  isOutdated: boolean;
  /** The site answers, but a part of the page's code has not come. */
  isIncomplete: boolean;
}

export interface ConnectionDeps {
  probe(): Promise<Answer>;
  /** Where the browser says `online` and `offline`. */
  events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

const firstPauseMs = 1000;
const longestPauseMs = 15_000;

export class Connection {
  #state: ConnectionState = { isOffline: false, isOutdated: false, isIncomplete: false };
  #changes = new Listeners();
  #returns = new Listeners();
  #looking: Promise<void> | undefined;
  #probe: ConnectionDeps['probe'];
  #events: ConnectionDeps['events'];

  constructor({ probe, events }: ConnectionDeps) {
    this.#probe = probe;
    this.#events = events;
    events?.addEventListener('offline', () => void this.check());
    events?.addEventListener('online', () => void this.check());
  }

  get = (): ConnectionState => this.#state;

  /** Called after every change. Returns what ends it. */
  subscribe = (listener: () => void): (() => void) => this.#changes.add(listener);

  /** Called when the site answers again. Returns what ends it. */
  onReturn = (listener: () => void): (() => void) => this.#returns.add(listener);

  /** Asks the site until it answers; a request that failed is the usual reason to. */
  check(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** A part of the page's code could not be loaded for the nth time: resolves when it is worth another try. */
  async failed(times: number): Promise<void> {
    await this.check();
    if (times > 1) this.#set({ isIncomplete: true });
    await this.#pause(times);
  }

  /** A part that had failed has come. */
  loaded(): void {
    this.#set({ isIncomplete: false });
  }

  async #look(): Promise<void> {
    for (let tries = 1; ; tries++) {
      const answer = await this.#probe();
      const wasOffline = this.#state.isOffline;
      this.#set({
        isOffline: answer === 'none',
        ...(answer !== 'none' && { isOutdated: answer === 'newer' }),
      });
      if (answer !== 'none') return wasOffline ? this.#returns.call() : undefined;
      await this.#pause(tries);
    }
  }

  /** Longer each time, and over at once when the browser is online again. */
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
