// Knows what is unsaved on the page, and asks before it is lost. Forms hold the guard while they have unsaved changes.
// The app asks the guard before every page change; before a reload, the browser asks.
import { Listeners } from './listeners.ts';

export interface Unsaved {
  /** Returns a sentence that says what would be lost now. */
  what(): string;
  /** Called when the user has agreed to lose the changes. */
  giveUp?(): void;
}

export interface LeaveQuestion {
  /** One sentence for each loss. */
  losses: string[];
  /** Whether nothing is unsaved and a logout would only stop uploads. */
  isAboutLogout: boolean;
  leave(): void;
  stay(): void;
}

export class LeaveGuard {
  #holders: Unsaved[] = [];
  #question: LeaveQuestion | undefined;
  #changes = new Listeners();
  #warn = (event: BeforeUnloadEvent) => event.preventDefault();

  get isHeld(): boolean {
    return this.#holders.length > 0;
  }

  /** Returns the question that is waiting for an answer. */
  getQuestion = (): LeaveQuestion | undefined => this.#question;

  /** Calls `listener` when the holders or the question change. Returns a function that unsubscribes it. */
  subscribe = (listener: () => void): (() => void) => this.#changes.add(listener);

  /** Holds the guard for unsaved changes. Returns a function that releases it. */
  hold(unsaved: Unsaved): () => void {
    this.#setHolders([...this.#holders, unsaved]);
    return () => this.#letGo([unsaved]);
  }

  /** Calls `go` at once, or after the user has agreed to lose all unsaved changes. */
  pass(go: () => void): void {
    this.#ask(this.#holders, go);
  }

  /** Like `pass`, but only for one holder that is being closed. */
  passOne(unsaved: Unsaved, go: () => void): void {
    this.#ask(
      this.#holders.filter((holder) => holder === unsaved),
      go,
    );
  }

  /** Like `pass`, but for a logout, which also stops the uploads described in `stopped`. */
  passLogout(go: () => void, stopped: string[]): void {
    this.#ask(this.#holders, go, stopped);
  }

  /** Discards everything without asking, because the session has ended or the edited game is gone. */
  drop(): void {
    this.#question = undefined;
    this.#setHolders([]);
  }

  #ask(holders: readonly Unsaved[], go: () => void, others: string[] = []): void {
    // Several holders may share a sentence, for example queued pictures.
    const losses = [...new Set([...holders.map(({ what }) => what()), ...others])];
    if (losses.length === 0) {
      go();
      return;
    }
    const leave = () => {
      this.#question = undefined;
      this.#letGo(holders);
      for (const holder of holders) holder.giveUp?.();
      go();
    };
    this.#question = { losses, isAboutLogout: holders.length === 0, leave, stay: () => this.#stay() };
    this.#changes.call();
  }

  #stay(): void {
    this.#question = undefined;
    this.#changes.call();
  }

  #letGo(these: readonly Unsaved[]): void {
    this.#setHolders(this.#holders.filter((holder) => !these.includes(holder)));
  }

  #setHolders(holders: Unsaved[]): void {
    this.#holders = holders;
    // Added only when needed, because this listener prevents the use of the back/forward cache.
    if (this.isHeld) window.addEventListener('beforeunload', this.#warn);
    else window.removeEventListener('beforeunload', this.#warn);
    this.#changes.call();
  }
}
