// Who is asked before the page is left, because something on it is not saved yet. Held by editors; asked by app/ before
// every change of page, and by the browser before a reload.

/** Asks whether to leave, and calls `leave` if so. */
export type AskToLeave = (leave: () => void) => void;

export class LeaveGuard {
  #holders: AskToLeave[] = [];
  #warn = (event: BeforeUnloadEvent) => event.preventDefault();

  get isHeld(): boolean {
    return this.#holders.length > 0;
  }

  /** Returns what lets go again. */
  hold(ask: AskToLeave): () => void {
    this.#setHolders([...this.#holders, ask]);
    return () => this.#setHolders(this.#holders.filter((holder) => holder !== ask));
  }

  /** Goes at once, or when all who hold, the last one first, have been told to let go; what is not saved is then given up. */
  pass(go: () => void): void {
    const askFrom = ([ask, ...others]: AskToLeave[]) => {
      if (ask) return ask(() => askFrom(others));
      this.drop();
      go();
    };
    askFrom(this.#holders.toReversed());
  }

  /** Without a question: the session is over, or what was edited is gone. */
  drop(): void {
    this.#setHolders([]);
  }

  #setHolders(holders: AskToLeave[]): void {
    this.#holders = holders;
    // Only while it is needed: a page with this listener is kept out of the browser's back/forward cache.
    if (this.isHeld) window.addEventListener('beforeunload', this.#warn);
    else window.removeEventListener('beforeunload', this.#warn);
  }
}
