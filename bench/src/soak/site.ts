// What everybody who visits the server during the soak shares: its address, the end, and the tally of what happened.
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../random.ts';

export interface Site {
  port: number;
  /** Aborted at the end. Everybody then finishes what they do, and leaves nothing behind. */
  over: AbortSignal;
  tally: Tally;
}

export interface Tally {
  /** Counts since the start. */
  counts: Record<CountName, number>;
  /** Milliseconds of the answers since the last sample. Long transfers are not among them. */
  times: number[];
  /** The first of each kind, with how often it happened. */
  problems: Map<string, number>;
}

const countNames = [
  ...['requests', 'logins', 'downloads', 'cuts', 'downloadedBytes', 'uploads', 'cutChunks', 'edits'],
  ...['wrongBytes', 'unexpected'],
] as const;
type CountName =
  | ('requests' | 'logins' | 'downloads' | 'cuts' | 'downloadedBytes' | 'uploads' | 'cutChunks' | 'edits')
  | ('wrongBytes' | 'unexpected');

export function createTally(): Tally {
  const counts = Object.fromEntries(countNames.map((name) => [name, 0])) as Record<CountName, number>;
  return { counts, times: [], problems: new Map() };
}

/** Something that must not happen. Ids are removed from the text, so that problems of one kind are counted together. */
export function noteProblem(
  { counts, problems }: Tally,
  kind: 'wrongBytes' | 'unexpected',
  text: string,
): void {
  counts[kind] += 1;
  const general = text.replace(/[\w-]{16,}/g, '…').slice(0, 300);
  problems.set(general, (problems.get(general) ?? 0) + 1);
}

/** A visitor with random numbers of their own, which do not depend on what others do. */
export interface Visitor {
  site: Site;
  random: () => number;
  /** The visitor's network address, because logins are limited by address. */
  address: string;
  /** Keeps the visitor's connections, as a browser does. */
  agent: http.Agent;
}

export function createVisitor(site: Site, number: number): Visitor {
  const random = createRandom(1000 + number);
  const address = `10.0.${Math.floor(number / 250)}.${1 + (number % 250)}`;
  return { site, random, address, agent: new http.Agent({ keepAlive: true }) };
}

export function pick<T>({ random }: Visitor, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T;
}

export function isLucky({ random }: Visitor, chance: number): boolean {
  return random() < chance;
}

export function between({ random }: Visitor, from: number, to: number): number {
  return from + random() * (to - from);
}

/** Waits like a person: mostly for a short time, sometimes long. Rejects at the end of the soak. */
export async function think({ site, random }: Visitor, meanMs: number): Promise<void> {
  const ms = Math.min(5 * meanMs, -Math.log(1 - random()) * meanMs);
  await pause(ms, undefined, { signal: site.over });
}

/** Repeats a round until the end. A round that fails is noted, and the next one starts a little later. */
export async function repeat(visitor: Visitor, round: () => Promise<void>): Promise<void> {
  const { over, tally } = visitor.site;
  while (!over.aborted) {
    try {
      await round();
    } catch (error) {
      if (isEnd(error)) return;
      noteProblem(tally, 'unexpected', describe(error));
      await think(visitor, 2000).catch(() => undefined);
    }
  }
}

function isEnd(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
