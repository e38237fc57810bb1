// The worker of passwords.ts. Hashing takes a processor for some 25 ms, so other threads go first.
import { getPriority, setPriority } from 'node:os';
import { hashSync, type Options, verifySync } from '@node-rs/argon2';
import { answerRequests } from './thread.ts';

export type PasswordRequest =
  | { kind: 'hash'; password: string; options: Options }
  | { kind: 'verify'; password: string; hash: string };

/** As `nice` counts. */
const lowPriority = 10;

lowerPriority();

answerRequests((request: PasswordRequest): string | boolean =>
  request.kind === 'hash'
    ? hashSync(request.password, request.options)
    : verifySync(request.hash, request.password),
);

function lowerPriority(): void {
  // On other systems, this would concern the whole process.
  if (process.platform !== 'linux' || getPriority() >= lowPriority) return;
  try {
    setPriority(lowPriority);
  } catch {
    // A container may forbid it.
  }
}
