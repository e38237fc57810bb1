// What admins see and set about logging in: the providers, and whether passwords work.
import type { LocalLoginChange, LoginSettings } from '@cellar/contract/people/login-providers.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Member } from '#http/access.ts';
import { AppError, refuseTooMany } from '#http/errors.ts';
import { hourMs } from '#platform/clock.ts';
import type { User } from '../members/users.service.ts';
import { type Provider, presentProvider } from './login-providers.service.ts';
import { countUnlinked, listLinks } from './oidc.repository.ts';
import { logoutUriOf, type OidcDeps, redirectUriOf } from './oidc.ts';
import { testProvider } from './provider-client.ts';

type Deps = OidcDeps & { settings: SettingsService };

const testsPerHour = 120;

export type LoginSettingsService = ReturnType<typeof createLoginSettings>;

export function createLoginSettings(deps: Deps) {
  const { db, settings, audit } = deps;
  return {
    get: (admin: Member, siteUrl: string) => get(deps, admin, siteUrl),

    async test(admin: Member, address: Pick<Provider, 'issuer' | 'allowsPrivate'>) {
      const key = `login-provider-test:${admin.id}`;
      refuseTooMany(await deps.limiter.count([{ key, max: testsPerHour, windowMs: hourMs }]));
      return testProvider(deps.http, address);
    },

    /** @throws AppError no_working_provider; validation_failed unless the chosen one is an admin with a password */
    async setLocal(admin: Member, { isOn, emergencyAdminId }: LocalLoginChange): Promise<void> {
      if (isOn) return settings.change(admin, { localLogin: true });
      await refuseWithoutProvider(deps, admin);
      const { id, email } = await fitAdmin(deps, emergencyAdminId ?? admin.id);
      await db.transaction().execute(async (trx) => {
        await settings.set(trx, { localLogin: false, emergencyAdmin: id });
        const detail = JSON.stringify({ localLogin: false, emergencyAdmin: email });
        await audit.write(trx, { action: 'settings_changed', actor: admin.email, detail });
      });
    },

    /** Used by the command line. */
    turnLocalOn: () =>
      deps.db.transaction().execute(async (trx) => {
        await deps.settings.set(trx, { localLogin: true });
        const detail = JSON.stringify({ localLogin: true, by: 'the command line' });
        await deps.audit.write(trx, { action: 'settings_changed', detail });
      }),
  };
}

async function get(deps: Deps, admin: Member, siteUrl: string): Promise<LoginSettings> {
  const { db, providers, loginWays, settings, users } = deps;
  const all = await providers.list();
  const issuers = all.filter(({ isEnabled }) => isEnabled).map(({ issuer }) => issuer);
  const { emergencyAdmin } = await settings.get();
  const isOn = await loginWays.isLocalOn();
  const user = isOn ? undefined : await users.find(db, emergencyAdmin);
  return {
    providers: all.map(presentProvider),
    redirectUri: redirectUriOf(siteUrl),
    logoutUri: logoutUriOf(siteUrl),
    localLogin: {
      isOn,
      emergencyAdmin: user ? { _id: user.id, name: user.name, email: user.email } : null,
    },
    unlinkedMembers: await countUnlinked(db, issuers),
    isLinked: (await linkedProviders(deps, admin)).length > 0,
  };
}

async function linkedProviders({ db, providers }: Deps, { id }: Member): Promise<Provider[]> {
  const issuers = (await listLinks(db, id)).map(({ issuer }) => issuer);
  return (await providers.list()).filter(({ issuer, isEnabled }) => isEnabled && issuers.includes(issuer));
}

async function refuseWithoutProvider(deps: Deps, admin: Member): Promise<void> {
  for (const provider of await linkedProviders(deps, admin)) {
    const { problem } = await testProvider(deps.http, provider);
    if (problem === null && provider.isReadable) return;
  }
  throw new AppError(
    'no_working_provider',
    'Link a login of a provider that works to your own account first. Otherwise you could lock yourself out.',
  );
}

/** @throws AppError validation_failed unless this is an admin who can log in with a password */
async function fitAdmin({ db, users }: Deps, id: string): Promise<User> {
  const user = await users.find(db, id);
  const isFit = user?.role === 'admin' && user.verifiedAt && user.approvedAt && !user.suspendedAt;
  if (isFit && user.passwordHash) return user;
  const message = isFit ? 'must be an admin with a password' : 'must be an admin';
  throw new AppError('validation_failed', `The admin for emergencies ${message}`, {
    issues: [{ path: 'emergencyAdminId', message }],
  });
}
