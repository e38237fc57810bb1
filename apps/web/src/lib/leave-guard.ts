// Knows what is unsaved on the page and asks before it is lost. Forms hold the guard while they have unsaved changes;
// the app asks it before every change of page, and the browser asks before a reload.
import { Listeners } from './listeners.ts';

export interface Unsaved {
  /** What would be lost now, as a sentence. */
  what(): string;
  /** Called when the user chose to lose it. */
  giveUp?(): void;
}

export interface LeaveQuestion {
  /** What would be lost, one sentence each. */
  losses: string[];
  /** Nothing is unsaved; the logout would only stop uploads. */
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

  /** The question that is waiting for an answer. */
  getQuestion = (): LeaveQuestion | undefined => this.#question;

  /** Called when the holders or the question change. Returns a function that unsubscribes. */
  subscribe = (listener: () => void): (() => void) => this.#changes.add(listener);

  /** Returns a function that releases the guard. */
  hold(unsaved: Unsaved): () => void {
    this.#setHolders([...this.#holders, unsaved]);
    return () => this.#letGo([unsaved]);
  }

  /** Calls `go` at once, or after the user agreed to lose what is unsaved. */
  pass(go: () => void): void {
    this.#ask(this.#holders, go);
  }

  /** The same for one holder, when only that is closed. */
  passOne(unsaved: Unsaved, go: () => void): void {
    this.#ask(
      this.#holders.filter((holder) => holder === unsaved),
      go,
    );
  }

  /** The same for a logout, which also stops `stopped`. */
  passLogout(go: () => void, stopped: string[]): void {
    this.#ask(this.#holders, go, stopped);
  }

  /** Discards everything without asking, because the session is over or the edited game is gone. */
  drop(): void {
    this.#question = undefined;
    this.#setHolders([]);
  }

  #ask(holders: readonly Unsaved[], go: () => void, others: string[] = []): void {
    // Several holders may have the same sentence, for example for queued pictures.
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
    // Only while needed, because this listener keeps the page out of the browser's back/forward cache.
    if (this.isHeld) window.addEventListener('beforeunload', this.#warn);
    else window.removeEventListener('beforeunload', this.#warn);
    this.#changes.call();
  }
}
