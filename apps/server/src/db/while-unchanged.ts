// Spares a read that nearly every request asks: what it gave stays true for as long as nothing is written to the database.
// Exact, so a session that was ended is refused by the very next request; on PostgreSQL every request asks.
import { LRUCache } from 'lru-cache';
import type { Stamp } from './database.ts';

interface Remembered<Answer> {
  stamp: string;
  answer: Answer;
}

/** Answers are shared and must not be changed. */
export function whileUnchanged<Answer>(
  stamp: Stamp,
  read: (key: string) => Promise<Answer>,
  max: number,
): (key: string) => Promise<Answer> {
  const answers = new LRUCache<string, Remembered<Answer>>({ max });
  return async (key) => {
    // Before the read: what is written while it is under way makes its answer one to be asked again.
    const now = stamp();
    if (now === undefined) return read(key);
    const known = answers.get(key);
    if (known?.stamp === now) return known.answer;
    const answer = await read(key);
    answers.set(key, { stamp: now, answer });
    return answer;
  };
}
