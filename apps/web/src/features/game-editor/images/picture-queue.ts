// Sends one picture after the other. Each holds the leave guard from the moment it is chosen until it is done with, so that
// one question speaks of all of them, and giving them up is for those too whose turn has not come. Used by use-picture-uploads.ts.
import type { LeaveGuard } from '#lib/leave-guard.ts';

export class PictureQueue {
  #guard: LeaveGuard;
  #turn = Promise.resolve();

  constructor(guard: LeaveGuard) {
    this.#guard = guard;
  }

  /** `what`: that it is not sent yet, as a sentence. */
  add(what: () => string, send: () => Promise<void>): void {
    let isWanted = true;
    const giveUp = () => {
      isWanted = false;
    };
    const letGo = this.#guard.hold({ what, giveUp });
    this.#turn = this.#turn.then(() => (isWanted ? send() : undefined)).finally(letGo);
  }
}
