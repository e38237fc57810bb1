// Accounts: making them, finding them, changing them, and what others are told of them.
import type { Account, Language } from '@cellar/contract/accounts.ts';
import type { Selectable } from 'kysely';
import { isUniqueViolation } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import { findUser, findUserByEmail, hasAdmin, insertUser, updateUser } from './users.repository.ts';
import type { UsersTable } from './users.table.ts';

export type User = Selectable<UsersTable>;

export interface NewAccount {
  name: string;
  /** Lower case. */
  email: string;
  passwordHash: string;
  language?: Language;
}

/** What is already done for a new account; the rest it has to wait for. */
export interface Granted {
  isVerified: boolean;
  isApproved: boolean;
}

export type UsersService = ReturnType<typeof createUsersService>;

export function createUsersService({ db, clock }: { db: Db; clock: Clock }) {
  /** @throws a unique violation for an address that is taken */
  async function create(trx: Db, account: NewAccount, role: User['role'], granted: Granted): Promise<User> {
    const now = isoAt(clock);
    const id = newId();
    await insertUser(trx, {
      ...{ id, ...account, role, suspendedAt: null, createdAt: now },
      verifiedAt: granted.isVerified ? now : null,
      approvedAt: granted.isApproved ? now : null,
    });
    const user = await findUser(trx, id);
    if (!user) throw new Error('the account vanished while it was made');
    return user;
  }

  return {
    create,

    /** An account that may log in at once. @throws AppError validation_failed when the address is taken */
    async createApproved(trx: Db, account: NewAccount, role: User['role']): Promise<User> {
      try {
        return await create(trx, account, role, { isVerified: true, isApproved: true });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        throw new AppError('validation_failed', 'This e-mail address is already in use');
      }
    },

    present,
    hasAdmin: () => hasAdmin(db),
    find: (trx: Db, id: string) => findUser(trx, id),
    /** `email` in lower case. */
    findByEmail: (email: string) => findUserByEmail(db, email),
    change: (trx: Db, id: string, changes: Partial<Omit<User, 'id'>>) => updateUser(trx, id, changes),
    /** Its owner has shown to read the mail of this address. */
    markVerified: (trx: Trx, id: string) => updateUser(trx, id, { verifiedAt: isoAt(clock) }),
    markSeen: (trx: Db, id: string) => updateUser(trx, id, { lastSeenAt: isoAt(clock) }),
  };
}

/** What of an account others are told. */
type Presentable = Pick<User, 'id' | 'name' | 'email' | 'role' | 'approvedAt' | 'verifiedAt' | 'suspendedAt'>;

function present(user: Presentable): Account {
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
