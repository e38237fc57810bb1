// Sends pictures one after the other. Each picture holds the leave guard until it has been sent, so that one question
// covers all of them, and leaving also drops pictures that are still queued.
import type { LeaveGuard } from '#lib/leave-guard.ts';

export class PictureQueue {
  #guard: LeaveGuard;
  #turn = Promise.resolve();

  constructor(guard: LeaveGuard) {
    this.#guard = guard;
  }

  /** `what` returns a sentence that says what would be lost. */
  add(what: () => string, send: () => Promise<void>): void {
    let isWanted = true;
    const giveUp = () => {
      isWanted = false;
    };
    const letGo = this.#guard.hold({ what, giveUp });
    this.#turn = this.#turn.then(() => (isWanted ? send() : undefined)).finally(letGo);
  }
}
