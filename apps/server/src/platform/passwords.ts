// Hashes passwords with argon2id on threads of low priority.
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { AppError } from '#http/errors.ts';
import type { PasswordRequest } from './password-worker.ts';
import { createThread } from './thread.ts';

/** What OWASP recommends: 19 MiB, 2 passes. Tests of other subjects lower it. */
export const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// One processor stays free for other requests.
const threadCount = Math.min(2, Math.max(1, availableParallelism() - 1));
const idleMs = 10_000;
const worker = new URL('./password-worker.ts', import.meta.url);
const idleThreads = Array.from({ length: threadCount }, () =>
  createThread<PasswordRequest, string | boolean>({ name: 'password', worker, idleMs }),
);
const limitHashes = pLimit(threadCount);

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
  return (await ask({ kind: 'hash', password, options: hashCost })) as string;
}

/** Returns how hashes of today's cost begin. */
function prefix(): string {
  return `$argon2id$v=19$m=${hashCost.memoryCost},t=${hashCost.timeCost},p=${hashCost.parallelism}$`;
}

/** Checked if an account does not exist, so that the response takes the same time. No password has this hash. */
function decoyHash(): string {
  return `${prefix()}${'A'.repeat(22)}$${'A'.repeat(43)}`;
}

/** Returns whether a hash was made at another cost than today's, so that it should be replaced when the password is known. */
export function isOutdated(passwordHash: string): boolean {
  return !passwordHash.startsWith(prefix());
}

/** The hash of an account without a password. */
export const noPassword = '';

/** Returns false without a hash (no such account, or one without a password), after the same time. @throws AppError unavailable */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  refuseBusy();
  const matches = await ask({ kind: 'verify', password, hash: passwordHash || decoyHash() });
  return matches === true && Boolean(passwordHash);
}

function ask(request: PasswordRequest): Promise<string | boolean> {
  return limitHashes(async () => {
    const thread = idleThreads.pop();
    if (!thread) throw new Error('more hashes than threads');
    try {
      return await thread.ask(request);
    } finally {
      idleThreads.push(thread);
    }
  });
}
