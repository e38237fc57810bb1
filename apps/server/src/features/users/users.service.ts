// Accounts: making them, finding them, and what others are told of them.
import type { Account } from '@cellar/contract/accounts.ts';
import type { Selectable } from 'kysely';
import { isUniqueViolation } from '#db/database.ts';
import type { Db, UsersTable } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import { findUserByEmail, hasAdmin, insertUser, updateUser } from './users.repository.ts';

export type User = Selectable<UsersTable>;

export interface NewAccount {
  name: string;
  /** Lower case. */
  email: string;
  passwordHash: string;
}

export type UsersService = ReturnType<typeof createUsersService>;

export function createUsersService({ db, clock }: { db: Db; clock: Clock }) {
  /** An account that may log in at once. @throws AppError validation_failed when the address is taken */
  async function createApproved(trx: Db, account: NewAccount, role: User['role']): Promise<User> {
    const now = isoAt(clock);
    const state = { verifiedAt: now, approvedAt: now, suspendedAt: null, createdAt: now };
    const user: User = { id: newId(), ...account, role, ...state };
    try {
      await insertUser(trx, user);
    } catch (error) {
      if (isUniqueViolation(error))
        throw new AppError('validation_failed', 'This e-mail address is already in use');
      throw error;
    }
    return user;
  }

  return {
    createApproved,
    present,
    hasAdmin: () => hasAdmin(db),
    /** `email` in lower case. */
    findByEmail: (email: string) => findUserByEmail(db, email),
    setPassword: (trx: Db, id: string, passwordHash: string) => updateUser(trx, id, { passwordHash }),
  };
}

function present(user: User): Account {
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    isAdmin: user.role === 'admin',
    isApproved: user.approvedAt !== null,
    isVerified: user.verifiedAt !== null,
    isSuspended: user.suspendedAt !== null,
  };
}
