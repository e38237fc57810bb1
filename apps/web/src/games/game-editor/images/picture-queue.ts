// Sends pictures one after the other. Each picture holds the leave guard until it has been sent, so that one question
// covers all of them, and leaving also drops pictures that are still queued.
import type { LeaveGuard } from '#lib/leave-guard.ts';

export class PictureQueue {
  #guard: LeaveGuard;
  #turn = Promise.resolve();
  #pending = new Set<AbortController>();

  constructor(guard: LeaveGuard) {
    this.#guard = guard;
  }

  /**
   * `what` returns a sentence that says what would be lost. `send` is not called if the picture is given up before its turn, and its
   * signal is aborted if the queue is cleared; it must not reject.
   */
  add(what: () => string, send: (signal: AbortSignal) => Promise<void>): void {
    let isWanted = true;
    const giveUp = () => {
      isWanted = false;
    };
    const letGo = this.#guard.hold({ what, giveUp });
    const controller = new AbortController();
    const { signal } = controller;
    this.#pending.add(controller);
    this.#turn = this.#turn
      .then(() => (isWanted && !signal.aborted ? send(signal) : undefined))
      .finally(() => {
        this.#pending.delete(controller);
        letGo();
      });
  }

  /** Gives up all pictures, also the one that is being sent. */
  clear(): void {
    for (const controller of this.#pending) controller.abort();
  }
}
