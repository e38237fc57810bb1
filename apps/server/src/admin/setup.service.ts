// Creates the first admin, either from the setup page, which requires a code, or from the environment.

import { timingSafeEqual } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checklist } from '@cellar/contract/admin/site.endpoints.ts';
import type { Language, Session } from '@cellar/contract/people/accounts.ts';
import { isLoopbackUrl } from '@cellar/contract/rules/loopback.ts';
import { isUniqueViolation } from '#db/database.ts';
import { hasRow } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import type { Origin } from '#http/request-addresses.ts';
import type { MailServerService } from '#messages/mail-server/mail-server.service.ts';
import type { AuthService } from '#people/auth/auth.service.ts';
import type { User, UsersService } from '#people/members/users.service.ts';
import { hashPassword } from '#platform/passwords.ts';
import { hashToken, newId } from '#platform/tokens.ts';
import type { Config } from '#start/config.ts';
import type { SettingsService } from './settings.service.ts';

interface FirstAdmin {
  name: string;
  email: string;
  password: string;
  siteName?: string;
  language?: Language;
}

export type SetupService = ReturnType<typeof createSetupService>;

interface Deps {
  db: Db;
  dataDir: string;
  users: UsersService;
  auth: AuthService;
  settings: SettingsService;
}

export function createSetupService({ db, dataDir, users, auth, settings }: Deps) {
  const codePath = join(dataDir, 'setup-code');
  const needsSetup = async () => !(await users.hasAdmin());

  async function createFirstAdmin(admin: FirstAdmin): Promise<User> {
    if (!(await needsSetup())) throw setupClosed();
    const passwordHash = await hashPassword(admin.password);
    const user = await db.transaction().execute(async (trx) => {
      await claimSetup(trx);
      await trx.deleteFrom('settings').where('key', '=', codeKey).execute();
      if (admin.siteName) await settings.set(trx, { siteName: admin.siteName });
      const { name, email, language } = admin;
      return users.createApproved(trx, { name, email, passwordHash, ...(language && { language }) }, 'admin');
    });
    await rm(codePath, { force: true });
    return user;
  }

  return {
    needsSetup,

    /** Returns the setup code, and writes it to a file in the data folder. Returns undefined if there is an admin. */
    async prepareCode(): Promise<string | undefined> {
      if (!(await needsSetup())) {
        await rm(codePath, { force: true });
        return undefined;
      }
      await db
        .insertInto('settings')
        .values({ key: codeKey, value: JSON.stringify(newId()) })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
      const code = await findCode(db);
      await mkdir(dataDir, { recursive: true });
      await writeFile(codePath, `${code}\n`, { mode: 0o600 });
      return code;
    },

    createFirstAdmin,

    /** @throws AppError setup_closed, setup_code_wrong */
    async setUp(admin: FirstAdmin, code: string, origin: Origin): Promise<Session> {
      if (!(await needsSetup())) throw setupClosed();
      if (!isSame(code, await findCode(db))) {
        throw new AppError(
          'setup_code_wrong',
          'The setup code is wrong. The server prints it when it starts.',
        );
      }
      return auth.startSession(db, await createFirstAdmin(admin), origin);
    },
  };
}

/**
 * The key of the code's row in `settings`. Nodes that share a database share the code. It is stored as it is, not as a digest: nodes
 * that start later print it too. Whoever can read the database could as well write an admin into it, and the row disappears with the
 * first admin, when the code has no use any more.
 */
const codeKey = 'setupCode';

async function findCode(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', codeKey).executeTakeFirst();
  return row && JSON.parse(row.value);
}

function isSame(given: string, code: string | undefined): boolean {
  if (!code) return false;
  // timingSafeEqual requires equal lengths, which digests have.
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(code)));
}

/** Inserts a unique row, so that only one of two concurrent setups succeeds. */
async function claimSetup(trx: Trx): Promise<void> {
  try {
    await trx.insertInto('settings').values({ key: 'setupDone', value: 'true' }).execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw setupClosed();
    throw error;
  }
}

function setupClosed(): AppError {
  return new AppError('setup_closed', 'This library is already set up.');
}

// What a new library still needs. The list belongs to the site, not to an admin: what one admin has done or decided
// against is not suggested to the others again.

interface ChecklistDeps {
  db: Db;
  config: Pick<Config, 'backupUrl' | 'publicUrl'>;
  settings: SettingsService;
  mailServer: MailServerService;
}

export type ChecklistService = ReturnType<typeof createChecklistService>;

export function createChecklistService({ db, config, settings, mailServer }: ChecklistDeps) {
  return {
    async get(): Promise<Checklist> {
      const { checklistDismissed, backupFrequency } = await settings.get();
      if (checklistDismissed) return { done: null };
      const isScheduled = backupFrequency !== 'off' && config.backupUrl !== undefined;
      const { source } = await mailServer.get();
      return {
        done: {
          address: !isLoopbackUrl(config.publicUrl),
          mailServer: source !== 'none',
          backup: isScheduled || (await hasBackup(db)),
          firstGame: await hasGame(db),
          friend: (await hasInvitation(db)) || (await hasSecondMember(db)),
        },
      };
    },

    async dismiss(admin: { email: string }): Promise<void> {
      const { checklistDismissed } = await settings.get();
      if (!checklistDismissed) await settings.change(admin, { checklistDismissed: true });
    },
  };
}

// Each question stops at the first rows that answer it.

function hasBackup(db: Db): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('backups')
      .select('id')
      .where('kind', '=', 'backup')
      .where('endedAt', 'is not', null)
      .where('error', 'is', null)
      .limit(1),
  );
}

async function hasGame(db: Db): Promise<boolean> {
  return (await db.selectFrom('games').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function hasInvitation(db: Db): Promise<boolean> {
  return (await db.selectFrom('invitations').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function hasSecondMember(db: Db): Promise<boolean> {
  const approved = await db
    .selectFrom('users')
    .select('id')
    .where('approvedAt', 'is not', null)
    .limit(2)
    .execute();
  return approved.length > 1;
}
