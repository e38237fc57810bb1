// Passwords at rest: argon2id, on the thread pool, with the parameters OWASP recommends (19 MiB, 2 passes).
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '#http/errors.ts';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Hashing takes a thread of the pool that files are read by: more than two at once would hold downloads up. One processor is
// left to answer everybody else meanwhile.
const turn = pLimit(Math.min(2, Math.max(1, availableParallelism() - 1)));

/** Some seconds of work. Whoever comes then is better told to come back than left waiting. */
const mostWaiting = 200;

/** @throws AppError unavailable while too many wait for their turn */
export function refuseBusy(): void {
  if (turn.pendingCount < mostWaiting) return;
  throw new AppError('unavailable', 'The server is busy. Please try again in a few seconds.');
}

/** @throws AppError unavailable */
export async function hashPassword(password: string): Promise<string> {
  refuseBusy();
  return turn(() => hash(password, parameters));
}

// Of no password: what is checked when there is no account, so that the answer takes the same time.
const nobody = hashPassword('nobody has this password');

/** `undefined` as the hash stands for "no such account": it takes as long as any other, and is never right. @throws AppError unavailable */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const known = passwordHash ?? (await nobody);
  refuseBusy();
  const matches = await turn(() => verify(known, password));
  return matches && passwordHash !== undefined;
}
