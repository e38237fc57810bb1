// The ways to log in: whether passwords work, and forgetting linked logins.

import type { SettingsService } from '#admin/settings.service.ts';
import type { Trx } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import { deleteLinksOf } from './links.repository.ts';
import type { LoginProvidersService } from './login-providers.service.ts';

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
