// A browser history that asks the leave guard before every page change: by link, command, shortcut or redirect (push,
// replace), and by the browser's Back and Forward (pop). React Router offers its blocker only with the data router.
import { createPath, type To, UNSAFE_createBrowserHistory } from 'react-router';
import { endFreshLoad } from '#lib/fresh-load.ts';
import type { LeaveGuard } from '#lib/leave-guard.ts';

type BrowserHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;
type Listener = Parameters<BrowserHistory['listen']>[0];
type Update = Parameters<Listener>[0];

export function createGuardedHistory(guard: LeaveGuard): BrowserHistory {
  const history = UNSAFE_createBrowserHistory({ v5Compat: true });
  const pops = new GuardedPops(history, guard);
  const go = (move: 'push' | 'replace') => (to: To, state?: unknown) => {
    if (pageOf(to) === pageOf(pops.shown)) history[move](to, state);
    else guard.pass(() => history[move](to, state));
  };
  return {
    get action() {
      return history.action;
    },
    get location() {
      return history.location;
    },
    createHref: history.createHref,
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
    go: history.go,
    push: go('push'),
    replace: go('replace'),
    listen: (listener) => history.listen((update) => pops.handle(update, listener)),
  };
}

/**
 * Guards Back and Forward. The page learns of them only after they have happened. While the guard is held, this class
 * therefore first returns to the shown page, which restores the address, and then asks.
 */
class GuardedPops {
  shown: Update['location'];
  #at = positionNow();
  /** The destination of the Back or Forward that is being reverted. */
  #wanted: { at: number | undefined; path: string } | undefined;
  #history: BrowserHistory;
  #guard: LeaveGuard;

  constructor(history: BrowserHistory, guard: LeaveGuard) {
    this.#history = history;
    this.#guard = guard;
    this.shown = history.location;
  }

  handle(update: Update, listener: Listener): void {
    const isPop = update.action === 'POP';
    if (isPop && this.#wanted && this.#isBack(update)) this.#ask();
    else if (isPop && this.#guard.isHeld && pageOf(update.location) !== pageOf(this.shown))
      this.#goBack(update);
    else {
      this.shown = update.location;
      this.#at = positionNow();
      endFreshLoad();
      listener(update);
    }
  }

  #isBack({ location }: Update): boolean {
    return this.#at === undefined ? location.key === this.shown.key : positionNow() === this.#at;
  }

  #goBack({ location }: Update): void {
    const at = positionNow();
    this.#wanted = { at, path: createPath(location) };
    if (at !== undefined && this.#at !== undefined) this.#history.go(this.#at - at);
    // The entry has no known position (a fragment typed by hand), so only the address can be corrected.
    else {
      this.#history.push(createPath(this.shown), this.shown.state);
      this.#ask();
    }
  }

  #ask(): void {
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (!wanted) return;
    this.#guard.pass(() => {
      if (wanted.at !== undefined && this.#at !== undefined) this.#history.go(wanted.at - this.#at);
      else this.#history.push(wanted.path);
    });
  }
}

/** Returns the position in the browser's list of entries, or the router's own count if there is no Navigation API. */
export function positionNow(): number | undefined {
  return window.navigation?.currentEntry?.index ?? window.history.state?.idx;
}

/**
 * Returns the part of a URL that identifies a page, including its tab. Other query changes, such as filters, lose no
 * unsaved changes.
 */
function pageOf(to: To): string {
  const { pathname, searchParams } = new URL(
    typeof to === 'string' ? to : createPath(to),
    window.location.href,
  );
  return `${pathname}?tab=${searchParams.get('tab') ?? ''}`;
}
