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
  return (await ask({ kind: 'hash', password: password.normalize('NFC'), options: hashCost })) as string;
}

/**
 * Returns the forms in which a password may have been hashed. Devices send "ä" as one character or as two, so passwords are
 * normalized (NIST SP 800-63B section 3.1.1.2): to NFC, as RFC 8265 section 4.2.2 prescribes, because NFKC would also make characters
 * equal that look different. Hashes from before have the form of the device on which the password was chosen.
 */
function formsOf(password: string): string[] {
  return [...new Set([password.normalize('NFC'), password, password.normalize('NFD')])];
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
  for (const form of formsOf(password)) {
    const matches = await ask({ kind: 'verify', password: form, hash: passwordHash || decoyHash() });
    if (matches === true && passwordHash) return true;
  }
  return false;
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
