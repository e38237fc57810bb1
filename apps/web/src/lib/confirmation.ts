// Asks the member to confirm that it is them, when a request is refused with `confirmation_required`. The API client calls
// `ask`, and app/root.tsx shows the question.
import { Observable } from './listeners.ts';

/** The name of the BroadcastChannel on which another tab tells that the member has confirmed at a login provider. */
export const confirmationChannel = 'cellar-confirmation';

export class Confirmation {
  /** Whether the question waits for an answer. */
  readonly isAsked = new Observable(false);
  #question: PromiseWithResolvers<boolean> | undefined;
  #confirmedAt = Number.NEGATIVE_INFINITY;

  /**
   * Resolves to whether the member has confirmed. Requests that are refused at the same time share one question; one that was
   * sent before the member confirmed gets no question of its own. `sentAt` is a `performance.now()`.
   */
  ask(sentAt: number): Promise<boolean> {
    if (this.#confirmedAt >= sentAt) return Promise.resolve(true);
    if (!this.#question) {
      this.#question = Promise.withResolvers();
      this.isAsked.set(true);
    }
    return this.#question.promise;
  }

  answer(isConfirmed: boolean): void {
    if (isConfirmed) this.#confirmedAt = performance.now();
    this.#question?.resolve(isConfirmed);
    this.#question = undefined;
    if (this.isAsked.get()) this.isAsked.set(false);
  }
}
