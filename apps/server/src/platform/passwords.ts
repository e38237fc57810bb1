// Hashes passwords with argon2id on the thread pool, with the parameters that OWASP recommends (19 MiB, 2 passes).
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '#http/errors.ts';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Hashing uses the thread pool that also reads files, so more than two hashes at once would delay downloads. One processor
// stays free for other requests.
const limitHashes = pLimit(Math.min(2, Math.max(1, availableParallelism() - 1)));

/** This many hashes take several seconds. Further requests are refused instead of waiting. */
const maxWaiting = 200;

/** @throws AppError unavailable if too many requests are waiting */
export function refuseBusy(): void {
  if (limitHashes.pendingCount < maxWaiting) return;
  throw new AppError('unavailable', 'The server is busy. Please try again in a few seconds.');
}

/** @throws AppError unavailable */
export async function hashPassword(password: string): Promise<string> {
  refuseBusy();
  return limitHashes(() => hash(password, parameters));
}

// Checked if an account does not exist, so that the response takes the same time.
const decoyHash = hashPassword('nobody has this password');

/** How hashes with today's parameters begin. */
const today = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

/** Returns whether a hash was made with other parameters than today's, so that it should be replaced when the password is known. */
export function isOutdated(passwordHash: string): boolean {
  return !passwordHash.startsWith(today);
}

/** The hash of an account without a password. */
export const noPassword = '';

/** Returns false without a hash (no such account, or one without a password), after the same time. @throws AppError unavailable */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const known = passwordHash || (await decoyHash);
  refuseBusy();
  const matches = await limitHashes(() => verify(known, password));
  return matches && Boolean(passwordHash);
}
