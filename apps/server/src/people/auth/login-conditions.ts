// What an account must be to log in, whatever it logs in with.
import type { LoginResponse } from '@cellar/contract/people/accounts.ts';
import { AppError } from '#http/errors.ts';
import type { User } from '../members/users.service.ts';

const verificationMessage =
  'Please verify your email before logging in. Check your inbox for the verification email.';

/** Undefined for an account that can log in. @throws AppError account_suspended */
export function whatIsMissing({ suspendedAt, verifiedAt, approvedAt }: User): LoginResponse | undefined {
  if (suspendedAt) throw new AppError('account_suspended', 'Your account is suspended.');
  if (!verifiedAt) return { needsVerification: true, message: verificationMessage };
  if (!approvedAt) return { pendingApproval: true, message: 'Your account is pending approval.' };
  return undefined;
}
