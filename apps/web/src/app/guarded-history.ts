// The browser's history, with the leave guard asked before another page is gone to: by link, command, shortcut or
// redirection (push, replace), and by the browser's own Back and Forward (pop). Used by the router, in place of React
// Router's blocker, which its plain routes do not have.
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
    listen: (listener) => history.listen((update) => pops.take(update, listener)),
  };
}

/**
 * Back and Forward have happened when the page hears of them. Where the guard is held, the way is gone back first, so
 * that the address is true again, and then the question is asked.
 */
class GuardedPops {
  shown: Update['location'];
  #at = positionNow();
  /** Where the reader wants to, while the way is gone back from there. */
  #wanted: { at: number | undefined; path: string } | undefined;
  #history: BrowserHistory;
  #guard: LeaveGuard;

  constructor(history: BrowserHistory, guard: LeaveGuard) {
    this.#history = history;
    this.#guard = guard;
    this.shown = history.location;
  }

  take(update: Update, listener: Listener): void {
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
    // An entry nobody counted (a fragment typed by hand): the address at least is made true again.
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

/** In the browser's list of entries; where it does not tell, by the router's own count. */
function positionNow(): number | undefined {
  return window.navigation?.currentEntry?.index ?? window.history.state?.idx;
}

/** A tab is a page of its own; what else is in the query (filters, a page of a list) leaves nothing behind. */
function pageOf(to: To): string {
  const { pathname, searchParams } = new URL(
    typeof to === 'string' ? to : createPath(to),
    window.location.href,
  );
  return `${pathname}?tab=${searchParams.get('tab') ?? ''}`;
}
