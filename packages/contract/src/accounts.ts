// Accounts and sessions: logging in, and what the page knows of who is logged in.
import { z } from 'zod';
import { limits } from './rules/limits.ts';
import { email } from './text.ts';

/** A new password. Its length is counted in UTF-16 units; no other rule. */
export const password = z
  .string()
  .min(limits.passwordMin, `Password must be at least ${limits.passwordMin} characters long`)
  .max(limits.passwordMax, `Password must be at most ${limits.passwordMax} characters long`);

export const loginBody = z.object({
  email,
  password: z.string().min(1, 'is required').max(limits.passwordMax),
});

export const account = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    isAdmin: z.boolean(),
    isApproved: z.boolean(),
    isVerified: z.boolean(),
    isSuspended: z.boolean(),
  })
  .meta({ id: 'Account' });

export type Account = z.infer<typeof account>;

/** A fresh session: the bearer token, and whose it is. */
export const session = account.extend({ token: z.string() }).meta({ id: 'Session' });

export type Session = z.infer<typeof session>;

/** Login: a session, or what is still missing (told only to who knows the password). */
export const loginResponse = z.union([
  z.object({ needsVerification: z.literal(true), message: z.string() }),
  z.object({ pendingApproval: z.literal(true), message: z.string() }),
  session,
]);

export type LoginResponse = z.infer<typeof loginResponse>;

export const done = z.object({ message: z.string() });
