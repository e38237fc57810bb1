// Creates, finds, changes and presents accounts.
import type { Account, Language } from '@cellar/contract/people/accounts.ts';
import type { Selectable } from 'kysely';
import { isUniqueViolation } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import type { UsersTable } from '../tables.ts';
import {
  findUser,
  findUserByEmail,
  hasAdmin,
  insertUser,
  lockUser,
  updateUser,
} from './members.repository.ts';

export type User = Selectable<UsersTable>;

export interface NewAccount {
  name: string;
  /** In lower case. */
  email: string;
  passwordHash: string;
  language?: Language;
}

/** The steps that a new account can skip. */
export interface Granted {
  isVerified: boolean;
  isApproved: boolean;
}

export type UsersService = ReturnType<typeof createUsersService>;

export function createUsersService({ db, clock }: { db: Db; clock: Clock }) {
  /** @throws a unique violation if the address is already in use */
  async function create(trx: Db, account: NewAccount, role: User['role'], granted: Granted): Promise<User> {
    const now = isoAt(clock);
    const id = newId();
    await insertUser(trx, {
      ...account,
      id,
      role,
      suspendedAt: null,
      createdAt: now,
      verifiedAt: granted.isVerified ? now : null,
      approvedAt: granted.isApproved ? now : null,
    });
    const user = await findUser(trx, id);
    if (!user) throw new Error('the new account does not exist');
    return user;
  }

  return {
    create,

    /** Creates an account that can log in immediately. @throws AppError validation_failed if the address is already in use */
    async createApproved(trx: Db, account: NewAccount, role: User['role']): Promise<User> {
      try {
        return await create(trx, account, role, { isVerified: true, isApproved: true });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        throw new AppError('validation_failed', 'This email address is already in use');
      }
    },

    present,
    hasAdmin: () => hasAdmin(db),
    find: (trx: Db, id: string) => findUser(trx, id),
    /** Locks the account until the transaction ends. Call this before other rows of the member are locked, to avoid deadlocks. */
    lock: (trx: Trx, id: string) => lockUser(trx, id),
    /** `email` must be in lower case. */
    findByEmail: (email: string) => findUserByEmail(db, email),
    change: (trx: Db, id: string, changes: Partial<Omit<User, 'id'>>) => updateUser(trx, id, changes),
    markVerified: (trx: Trx, id: string) => updateUser(trx, id, { verifiedAt: isoAt(clock) }),
    markApproved: (trx: Trx, id: string) => updateUser(trx, id, { approvedAt: isoAt(clock) }),
    markSeen: (trx: Db, id: string) => updateUser(trx, id, { lastSeenAt: isoAt(clock) }),
  };
}

type Presentable = Pick<User, 'id' | 'name' | 'email' | 'role' | 'approvedAt' | 'verifiedAt' | 'suspendedAt'>;

function present(user: Presentable): Account {
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    isAdmin: user.role === 'admin',
    isContributor: user.role === 'contributor',
    isApproved: user.approvedAt !== null,
    isVerified: user.verifiedAt !== null,
    isSuspended: user.suspendedAt !== null,
  };
}
