// The connected pages of members, at most as many as a member and a node may have.
import type { ServerResponse } from 'node:http';
import { refuseTooMany } from '#http/errors.ts';

export interface Listener {
  userId: string;
  tokenHash: string;
  response: ServerResponse;
  /** The number that the page knows. */
  sent: number | undefined;
  /** By `performance.now()`. */
  checkedAt: number;
}

/** Pages beyond these limits ask from time to time instead. */
const streamsPerMember = 6;
const streamsPerNode = 12_000;
const retryAfterSeconds = 60;

export class Listeners {
  readonly #ofMembers = new Map<string, Set<Listener>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Removes the listener when its connection closes. @throws AppError too_many_requests */
  add(listener: Listener): void {
    const own = this.#ofMembers.get(listener.userId) ?? new Set();
    const isFull = own.size >= streamsPerMember || this.#size >= streamsPerNode;
    refuseTooMany(isFull ? retryAfterSeconds : undefined);
    this.#ofMembers.set(listener.userId, own.add(listener));
    this.#size += 1;
    listener.response.once('close', () => this.remove(listener));
    // The page may have left while its session was looked up: then `close` has been emitted already.
    if (listener.response.destroyed) this.remove(listener);
  }

  remove(listener: Listener): void {
    const own = this.#ofMembers.get(listener.userId);
    if (!own?.delete(listener)) return;
    this.#size -= 1;
    if (own.size === 0) this.#ofMembers.delete(listener.userId);
  }

  /** Returns those whose streams have begun. Nothing may be written to the others yet. */
  begun(): Listener[] {
    return [...this.#ofMembers.values()].flatMap((own) => [...own].filter(hasBegun));
  }

  begunOf(userId: string): Listener[] {
    return [...(this.#ofMembers.get(userId) ?? [])].filter(hasBegun);
  }
}

function hasBegun({ response }: Listener): boolean {
  return response.headersSent;
}
