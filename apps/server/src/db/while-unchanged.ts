import { LRUCache } from 'lru-cache';
import type { Stamp } from './database.ts';

interface Cached<Answer> {
  stamp: string;
  answer: Answer;
}

/**
 * Caches the results of `read`, up to `max` keys, until anything is written to the database. The cache is never stale: for
 * example, the first request after a session has ended is refused. On PostgreSQL, which has no stamps, every call reads.
 * Callers must not modify the results.
 */
export function whileUnchanged<Key extends string, Answer>(
  stamp: Stamp,
  read: (key: Key) => Promise<Answer>,
  max: number,
): (key: Key) => Promise<Answer> {
  const answers = new LRUCache<Key, Cached<Answer>>({ max });
  return async (key) => {
    // Take the stamp before the read, so that a write during the read invalidates the result.
    const current = stamp();
    if (current === undefined) return read(key);
    const cached = answers.get(key);
    if (cached?.stamp === current) return cached.answer;
    const answer = await read(key);
    answers.set(key, { stamp: current, answer });
    return answer;
  };
}
