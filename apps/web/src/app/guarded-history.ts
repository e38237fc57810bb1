// A browser history that asks the leave guard before every page change: by link, command, shortcut or redirect (push,
// replace), and by the browser's Back and Forward (pop). React Router offers its blocker only with the data router.
// On phones, Back and Forward first close the dialog that covers the page.
import { createPath, type To, UNSAFE_createBrowserHistory } from 'react-router';
import type { LeaveGuard } from '#lib/leave-guard.ts';
import { endFreshLoad } from '#lib/navigation.ts';
import { onTopLayerChange, topDialog } from '#ui/dialogs/top-layer.ts';

type BrowserHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;
type Listener = Parameters<BrowserHistory['listen']>[0];
type Update = Parameters<Listener>[0];

export function createGuardedHistory(guard: LeaveGuard): BrowserHistory {
  const history = UNSAFE_createBrowserHistory({ v5Compat: true });
  const pops = new GuardedPops(history, guard);
  const go = (asked: 'push' | 'replace') => (to: To, state?: unknown) => {
    const move = isSpare() ? 'replace' : asked;
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
 * Guards Back and Forward. The page learns of them only after they have happened. While the guard is held or a dialog is
 * open on a phone, this class therefore first returns to the shown page, which restores the address, and then asks.
 */
class GuardedPops {
  shown: Update['location'];
  #at = positionNow();
  #isSpare = isSpare();
  /** The destination of the Back or Forward that is being reverted. */
  #wanted: { at: number | undefined; path: string } | undefined;
  #history: BrowserHistory;
  #guard: LeaveGuard;

  constructor(history: BrowserHistory, guard: LeaveGuard) {
    this.#history = history;
    this.#guard = guard;
    this.shown = history.location;
    onTopLayerChange(() => this.#makeSpare());
  }

  handle(update: Update, listener: Listener): void {
    const isPop = update.action === 'POP';
    if (isPop && this.#wanted && this.#isBack(update)) this.#ask();
    else if (isPop && this.#isRefused(update)) this.#goBack(update);
    else if (isPop && this.#isSpare && update.location.key === this.shown.key) this.#skip();
    else {
      this.shown = update.location;
      this.#settle();
      endFreshLoad();
      listener(update);
    }
  }

  #settle(): void {
    this.#at = positionNow();
    this.#isSpare = isSpare();
  }

  #isRefused({ location }: Update): boolean {
    return coveringDialog() !== undefined || (this.#guard.isHeld && pageOf(location) !== pageOf(this.shown));
  }

  /**
   * Adds an entry for Back to remove when a dialog opens on the first page of a visit, because the entry before it belongs
   * to another site, or there is none. Pages opened later replace it. The guard's question adds none, because the answer
   * may lead forward.
   */
  #makeSpare(): void {
    if (!coveringDialog() || this.#guard.getQuestion() || window.history.state?.idx !== 0) return;
    window.history.pushState({ ...window.history.state, idx: 1, isSpare: true }, '');
    this.#settle();
  }

  /** Goes on from the entry under the spare one, which shows the same page. */
  #skip(): void {
    this.#settle();
    this.#history.go(-1);
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
    const dialog = coveringDialog();
    if (dialog) {
      // As if the browser were about to close it, as Chrome on Android is.
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
      return;
    }
    this.#guard.pass(() => {
      if (wanted.at !== undefined && this.#at !== undefined) this.#history.go(wanted.at - this.#at);
      else this.#history.push(wanted.path);
    });
  }
}

/** Returns the dialog that Back closes on a phone. One that has an address of its own has an entry of its own, too. */
function coveringDialog(): HTMLDialogElement | undefined {
  const dialog = topDialog();
  const isPhone = window.matchMedia('(max-width: 40em), (pointer: coarse)').matches;
  return dialog && isPhone && !dialog.hasAttribute('data-has-address') ? dialog : undefined;
}

function isSpare(): boolean {
  return window.history.state?.isSpare === true;
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
