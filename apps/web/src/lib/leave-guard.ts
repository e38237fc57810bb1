// What is not saved on this page, and the question before it is left behind. Forms hold the guard while they have something
// to lose; app/ asks it before every change of page and shows its question, and the browser asks before a reload.
import { Listeners } from './listeners.ts';

export interface Unsaved {
  /** In words, as it is by now. */
  what(): string;
  /** It is not wanted any more. */
  giveUp?(): void;
}

export interface LeaveQuestion {
  /** What would be lost, a sentence each. */
  losses: string[];
  /** Nothing is unsaved on the page: it is only about what a logout stops. */
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

  /** The question that waits for an answer. */
  getQuestion = (): LeaveQuestion | undefined => this.#question;

  /** Called when something begins or ceases to be unsaved, and with each question. Returns what ends it. */
  subscribe = (listener: () => void): (() => void) => this.#changes.add(listener);

  /** Returns what lets go again. */
  hold(unsaved: Unsaved): () => void {
    this.#setHolders([...this.#holders, unsaved]);
    return () => this.#letGo([unsaved]);
  }

  /** Goes at once, or when somebody has said that what is not saved may be lost. */
  pass(go: () => void): void {
    this.#ask(this.#holders, go);
  }

  /** The same for one thing alone, when only that is closed. */
  passOne(unsaved: Unsaved, go: () => void): void {
    this.#ask(
      this.#holders.filter((holder) => holder === unsaved),
      go,
    );
  }

  /** The same for a logout, which also stops what would survive a change of page. */
  passLogout(go: () => void, stopped: string[]): void {
    this.#ask(this.#holders, go, stopped);
  }

  /** Without a question: the session is over, or what was edited is gone. */
  drop(): void {
    this.#question = undefined;
    this.#setHolders([]);
  }

  #ask(holders: readonly Unsaved[], go: () => void, others: string[] = []): void {
    // Several may say the same: pictures that wait for their turn.
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
    // Only while it is needed: a page with this listener is kept out of the browser's back/forward cache.
    if (this.isHeld) window.addEventListener('beforeunload', this.#warn);
    else window.removeEventListener('beforeunload', this.#warn);
    this.#changes.call();
  }
}
