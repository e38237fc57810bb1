// Tells the connected pages of members how many alerts are unread, by server-sent events. While anybody is connected, one small
// statement every two seconds finds out whether anything has changed, whichever node changed it. Apart from that, each page is looked
// at from time to time: that finds sessions which have ended, and repeats what was missed.

import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuseTooMany, sessionExpired } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { hashToken } from '#platform/tokens.ts';
import * as repository from './readers.repository.ts';
import { countUnread } from './readers.repository.ts';

type Deps = Pick<Base, 'db' | 'clock' | 'log'>;

export type AlertStreams = ReturnType<typeof createAlertStreams>;

const intervalMs = 2000;
/** Each page is checked, and sent at least a comment, this often: proxies close connections that are silent for a minute. */
const roundMs = 15_000;
const listenersPerStep = 100;
/** Changes of the last moments are read again, because their transactions may have been committed in another order. */
const overlapMs = 10_000;
const changesPerCheck = 500;
/** A page that leaves more than this unread is disconnected. */
const maxUnsentBytes = 16_384;

export function createAlertStreams({ db, clock, log }: Deps) {
  const listeners = new Listeners();
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let news: repository.News | undefined;
  let seen = new Map<string, string>();

  /** Finds the listeners that must learn of a change, and those that were not looked at for long. */
  async function listDue(): Promise<{ changed: Listener[]; waiting: Listener[] }> {
    const since = isoAt(clock, -overlapMs);
    const { news: latest, members } = await repository.readChanges(db, since, changesPerCheck);
    // At first, what is new is unknown, and each page is looked at once.
    const isFirst = news === undefined;
    const isNews =
      !isFirst &&
      (latest.gameAt !== news?.gameAt ||
        latest.waitingAt !== news?.waitingAt ||
        latest.contributedAt !== news?.contributedAt);
    news = latest;
    const changes = members.filter(({ userId, changedAt }) => seen.get(userId) !== changedAt);
    seen = new Map(members.map(({ userId, changedAt }) => [userId, changedAt]));
    const all = listeners.begun();
    const changed = isNews ? all : changes.flatMap(({ userId }) => listeners.begunOf(userId));
    const before = performance.now() - roundMs;
    return { changed, waiting: isNews ? [] : all.filter(({ checkedAt }) => isFirst || checkedAt < before) };
  }

  /** `isChanged`: the pages look again even if the number is the same. */
  async function tell(due: readonly Listener[], isChanged: boolean): Promise<void> {
    for (let at = 0; at < due.length; at += listenersPerStep) {
      const step = due.slice(at, at + listenersPerStep);
      const hashes = [...new Set(step.map(({ tokenHash }) => tokenHash))];
      const rows = await repository.listReaders(db, hashes, isoAt(clock));
      const latest = news ?? (await repository.readNews(db));
      const readers = new Map(rows.map((reader) => [reader.tokenHash, reader]));
      for (const listener of step) {
        const reader = readers.get(listener.tokenHash);
        listener.checkedAt = performance.now();
        if (!reader) listener.response.end();
        else send(listener, countUnread(reader, latest), isChanged);
      }
    }
  }

  async function check(): Promise<void> {
    const { changed, waiting } = await listDue();
    await tell(changed, true);
    await tell(waiting, false);
  }

  async function run(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      await check().catch((error) => log.warn({ err: error }, 'connected pages could not be told of alerts'));
      await sleep(intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (listeners.size === 0) return;
    }
  }

  function start(): void {
    running ??= run().finally(() => {
      running = undefined;
      news = undefined;
    });
  }

  return {
    /** Sends the number of unread alerts now and after each change. @throws AppError too_many_requests, session_expired */
    async open(
      { id, token }: { id: string; token: string },
      response: ServerResponse,
      begin: () => void,
    ): Promise<void> {
      // Due at the next check, which finds what changes until the stream has begun.
      const checkedAt = Number.NEGATIVE_INFINITY;
      const listener = { userId: id, tokenHash: hashToken(token), response, sent: undefined, checkedAt };
      listeners.add(listener);
      try {
        const [latest, [reader]] = await Promise.all([
          repository.readNews(db),
          repository.listReaders(db, [listener.tokenHash], isoAt(clock)),
        ]);
        if (!reader) throw sessionExpired();
        begin();
        send(listener, countUnread(reader, latest), true);
      } catch (error) {
        listeners.remove(listener);
        throw error;
      }
      // The page connects again, perhaps to another node.
      if (stopping.signal.aborted) response.end();
      else start();
    },

    /** Looks at every page now, for tests. */
    checkAll: () => tell(listeners.begun(), true),

    /** Ends the streams. The pages connect to another node. */
    async close(): Promise<void> {
      stopping.abort();
      for (const { response } of listeners.begun()) response.end();
      await running;
    },
  };
}

function send(listener: Listener, unread: number, isChanged: boolean): void {
  const { response, sent } = listener;
  if (response.writableEnded || response.destroyed) return;
  const isNew = isChanged || unread !== sent;
  listener.sent = unread;
  // A line that begins with a colon is a comment (HTML Living Standard, section 9.2.6).
  response.write(isNew ? `event: unread\ndata: ${JSON.stringify({ unread })}\n\n` : ':\n\n');
  if (response.writableLength > maxUnsentBytes) response.destroy();
}

interface Listener {
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

/** The connected pages of members, at most as many as a member and a node may have. */
class Listeners {
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
