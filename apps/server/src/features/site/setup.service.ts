// The first admin: by the set-up page (with a code, unless it is opened on the machine itself) or by the environment.

import { timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from '@cellar/contract/accounts.ts';
import { isUniqueViolation } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import type { AuthService } from '#features/auth/auth.service.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import type { User, UsersService } from '#features/users/users.service.ts';
import { AppError } from '#http/errors.ts';
import { hashPassword } from '#platform/passwords.ts';
import { hashToken, newId } from '#platform/tokens.ts';

interface FirstAdmin {
  name: string;
  email: string;
  password: string;
  siteName?: string;
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
    if (!(await needsSetup())) throw closed();
    const passwordHash = await hashPassword(admin.password);
    const user = await db.transaction().execute(async (trx) => {
      await claimSetup(trx);
      if (admin.siteName) await settings.set(trx, { siteName: admin.siteName });
      return users.createApproved(trx, { name: admin.name, email: admin.email, passwordHash }, 'admin');
    });
    await rm(codePath, { force: true });
    return user;
  }

  return {
    needsSetup,

    /** Makes the code if it is needed and not there yet, and gives it, to be printed; undefined once there is an admin. */
    async prepareCode(): Promise<string | undefined> {
      if (!(await needsSetup())) {
        await rm(codePath, { force: true });
        return undefined;
      }
      const known = await readFile(codePath, 'utf8').catch(() => '');
      if (known.trim()) return known.trim();
      const code = newId();
      await mkdir(dataDir, { recursive: true });
      await writeFile(codePath, `${code}\n`, { mode: 0o600 });
      return code;
    },

    createFirstAdmin,

    /** @throws AppError setup_closed, setup_code_wrong */
    async setUp(admin: FirstAdmin, proof: { isLocal: boolean; code: string | undefined }): Promise<Session> {
      if (!(await needsSetup())) throw closed();
      if (!proof.isLocal && !(await isCode(proof.code))) {
        throw new AppError(
          'setup_code_wrong',
          'The set-up code is not right. The server prints it when it starts.',
        );
      }
      return auth.startSession(db, await createFirstAdmin(admin));
    },
  };

  async function isCode(given: string | undefined): Promise<boolean> {
    const code = (await readFile(codePath, 'utf8').catch(() => '')).trim();
    if (!code || !given) return false;
    // Digests are of one length, which timingSafeEqual demands.
    return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(code)));
  }
}

/** One row that only one transaction can insert: two set-ups at once make one admin. */
async function claimSetup(trx: Db): Promise<void> {
  try {
    await trx.insertInto('settings').values({ key: 'setupDone', value: 'true' }).execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw closed();
    throw error;
  }
}

function closed(): AppError {
  return new AppError('setup_closed', 'This library is already set up.');
}
