// The login providers: those of the environment, then those that admins have added.

import type {
  LoginButton,
  LoginProvider,
  LoginProviderChange,
  NewLoginProvider,
} from '@cellar/contract/people/login-providers.ts';
import { loginProviderLimits } from '@cellar/contract/people/rules/login-providers.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import { isUniqueViolation } from '#db/database.ts';
import type { Trx } from '#db/schema.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import type { SecretBox } from '#platform/secret-box.ts';
import { newId } from '#platform/tokens.ts';
import type { Config } from '#start/config.ts';
import * as repository from './oidc.repository.ts';
import { deleteLinksOf, type ProviderRow } from './oidc.repository.ts';

/** A provider with its secret. */
export interface Provider extends Omit<NewLoginProvider, 'clientSecret'> {
  id: string;
  /** Undefined for a public client, and while the stored one can't be decrypted. */
  clientSecret: string | undefined;
  isReadable: boolean;
  isFixed: boolean;
}

interface Deps extends Pick<Base, 'db' | 'clock' | 'box'> {
  audit: AuditService;
  config: Config;
}

type Admin = { email: string };

const purpose = 'login provider secret';

export type LoginProvidersService = ReturnType<typeof createLoginProviders>;

export function createLoginProviders(deps: Deps) {
  const { db, clock, audit, box } = deps;
  const list = () => listAll(deps);
  return {
    list,

    /** Returns undefined for unknown providers and those that are off. */
    async findEnabled(id: string): Promise<Provider | undefined> {
      return (await list()).find((provider) => provider.id === id && provider.isEnabled);
    },

    /** The enabled providers. Reads no secrets. */
    async buttons(): Promise<(LoginButton & { issuer: string })[]> {
      const rows = await repository.listProviders(deps.db);
      const stored = rows.map((row) => ({ ...row, isEnabled: row.isEnabled === 1 }));
      return [...deps.config.loginProviders, ...stored]
        .filter(({ isEnabled }) => isEnabled)
        .map(({ id, label, issuer }) => ({ id, label, issuer }));
    },

    /** @throws AppError login_provider_exists; validation_failed if there are too many */
    async add(admin: Admin, body: NewLoginProvider): Promise<LoginProvider> {
      refuseFixedIssuer(deps, body.issuer);
      const row: ProviderRow = {
        ...rowOf(body),
        ...{ id: newId(), createdAt: isoAt(clock) },
        sealedSecret: body.clientSecret === undefined ? null : await box.seal(body.clientSecret, purpose),
      };
      await refuseTaken(() =>
        db.transaction().execute(async (trx) => {
          if ((await repository.listProviders(trx)).length >= loginProviderLimits.providers) {
            const message = `There can be at most ${loginProviderLimits.providers} login providers`;
            throw new AppError('validation_failed', message);
          }
          await repository.insertProvider(trx, row);
          const detail = detailOf(row);
          const entry = { action: 'login_provider_added', actor: admin.email, subject: row.label } as const;
          await audit.write(trx, { ...entry, detail });
        }),
      );
      return presentProvider(await open(box, row));
    },

    /** @throws AppError not_found, set_by_environment, login_provider_exists; validation_failed if the secret is missing */
    async change(admin: Admin, id: string, body: LoginProviderChange): Promise<LoginProvider> {
      refuseFixed(deps, id);
      refuseFixedIssuer(deps, body.issuer);
      const before = await repository.findProvider(db, id);
      if (!before) throw notFound('Login provider');
      const { clientSecret } = body;
      refuseMovedSecret(before, body);
      const changes = {
        ...rowOf(body),
        ...(clientSecret !== undefined && {
          sealedSecret: clientSecret === null ? null : await box.seal(clientSecret, purpose),
        }),
      };
      const row = { ...before, ...changes };
      await refuseTaken(() =>
        db.transaction().execute(async (trx) => {
          if (!(await repository.updateProvider(trx, id, changes))) throw notFound('Login provider');
          if (!row.isEnabled) await endSessionsFrom(trx, id, admin);
          const entry = { action: 'login_provider_changed', actor: admin.email, subject: row.label } as const;
          await audit.write(trx, { ...entry, detail: detailOf(row) });
        }),
      );
      return presentProvider(await open(box, row));
    },

    /** @throws AppError not_found, set_by_environment */
    async remove(admin: Admin, id: string): Promise<void> {
      refuseFixed(deps, id);
      await db.transaction().execute(async (trx) => {
        const subject = await repository.deleteProvider(trx, id);
        if (subject === undefined) throw notFound('Login provider');
        await endSessionsFrom(trx, id, admin);
        await audit.write(trx, { action: 'login_provider_deleted', actor: admin.email, subject });
      });
    },
  };
}

async function listAll({ db, box, config }: Deps): Promise<Provider[]> {
  const fixed = config.loginProviders.map(({ clientSecret, ...provider }) => ({
    ...provider,
    ...{ clientSecret, isReadable: true, isFixed: true },
  }));
  const rows = await repository.listProviders(db);
  return [...fixed, ...(await Promise.all(rows.map((row) => open(box, row))))];
}

async function open(box: SecretBox, row: ProviderRow): Promise<Provider> {
  const { id, label, issuer, clientId, scopes, adminClaim, adminValue, sealedSecret } = row;
  const clientSecret = sealedSecret === null ? undefined : await box.open(sealedSecret, purpose);
  return {
    ...{ id, label, issuer, clientId, scopes, adminClaim, adminValue, clientSecret },
    mayCreate: row.mayCreate === 1,
    approvesAtOnce: row.approvesAtOnce === 1,
    trustsEmails: row.trustsEmails === 1,
    allowsPrivate: row.allowsPrivate === 1,
    isEnabled: row.isEnabled === 1,
    isReadable: sealedSecret === null || clientSecret !== undefined,
    isFixed: false,
  };
}

export function presentProvider({ id, clientSecret, ...provider }: Provider): LoginProvider {
  return { ...provider, _id: id, hasSecret: clientSecret !== undefined || !provider.isReadable };
}

/** Ends the sessions that began at a provider, but not those of the admin who turns it off. */
async function endSessionsFrom(trx: Trx, providerId: string, { email }: Admin): Promise<void> {
  const own = trx.selectFrom('users').select('id').where('email', '=', email);
  await trx
    .deleteFrom('sessions')
    .where('providerId', '=', providerId)
    .where('userId', 'not in', own)
    .execute();
}

function rowOf(body: Omit<NewLoginProvider, 'clientSecret'>) {
  const { label, issuer, clientId, scopes, adminClaim, adminValue } = body;
  return {
    ...{ label, issuer, clientId, scopes, adminClaim, adminValue },
    mayCreate: Number(body.mayCreate),
    approvesAtOnce: Number(body.approvesAtOnce),
    trustsEmails: Number(body.trustsEmails),
    allowsPrivate: Number(body.allowsPrivate),
    isEnabled: Number(body.isEnabled),
  };
}

function detailOf({ sealedSecret: _, id: __, createdAt: ___, label: ____, ...facts }: ProviderRow): string {
  return JSON.stringify(facts);
}

function refuseFixed({ config }: Deps, id: string): void {
  if (!config.loginProviders.some((provider) => provider.id === id)) return;
  throw new AppError('set_by_environment', 'This is set by the environment and can’t be changed here.');
}

/** @throws AppError login_provider_exists */
function refuseFixedIssuer({ config }: Deps, issuer: string): void {
  if (config.loginProviders.some((provider) => provider.issuer === issuer)) throw providerExists();
}

/** Another server must not receive the stored secret. @throws AppError validation_failed */
function refuseMovedSecret({ issuer, sealedSecret }: ProviderRow, body: LoginProviderChange): void {
  const isMoved = new URL(issuer).origin !== new URL(body.issuer).origin;
  if (!isMoved || sealedSecret === null || body.clientSecret !== undefined) return;
  const issues = [{ path: 'clientSecret', message: 'must be entered again for another server' }];
  throw new AppError('validation_failed', 'The login provider is not valid', { issues });
}

/** @throws AppError login_provider_exists */
async function refuseTaken(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw isUniqueViolation(error) ? providerExists() : error;
  }
}

function providerExists(): AppError {
  return new AppError('login_provider_exists', 'There is a login provider with this address already.');
}

// The ways to log in: whether passwords work, and forgetting linked logins.

export type LoginWays = ReturnType<typeof createLoginWays>;

export function createLoginWays(deps: { settings: SettingsService; providers: LoginProvidersService }) {
  const { settings, providers } = deps;

  /** Returns the id of the only one who can log in with a password; undefined if all members can. */
  async function onlyLocal(): Promise<string | undefined> {
    const { localLogin, emergencyAdmin } = await settings.get();
    if (localLogin) return undefined;
    // Without any provider, nobody else could log in.
    return (await providers.buttons()).length > 0 ? emergencyAdmin : undefined;
  }

  return {
    isLocalOn: async () => (await onlyLocal()) === undefined,

    /** @throws AppError local_login_off */
    async refuseLocal(userId?: string): Promise<void> {
      const only = await onlyLocal();
      if (only === undefined || only === userId) return;
      throw new AppError('local_login_off', 'Please log in with one of the buttons of the login page.');
    },

    isEmergencyAdmin: async (userId: string) => (await onlyLocal()) === userId,

    /**
     * Call this when the owner of an address takes over an account that others may have made with it: nobody else's login may stay
     * linked.
     */
    forgetLinks: (trx: Trx, userId: string) => deleteLinksOf(trx, userId),

    /** Call this before an admin loses the role or the account. @throws AppError emergency_admin */
    async refuseEmergencyAdmin(userId: string): Promise<void> {
      if ((await onlyLocal()) !== userId) return;
      throw new AppError(
        'emergency_admin',
        'This is the only admin who can log in with a password. Choose another one in Admin Settings first.',
      );
    },
  };
}
