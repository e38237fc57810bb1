// Registration, email verification, password reset, and the caller's own account.
import { originOf } from '#http/request-addresses.ts';
import type { Router } from '#http/route.ts';
import type { MembersService } from '../members/members.service.ts';
import type { PreferencesService, ProfileService } from './profile.service.ts';
import type { RecoveryService } from './recovery.service.ts';
import type { RegistrationService } from './registration.service.ts';
import type { VerificationService } from './verification.service.ts';

interface Deps {
  registration: RegistrationService;
  verification: VerificationService;
  recovery: RecoveryService;
  profile: ProfileService;
  members: MembersService;
}

export function accountsRoutes(router: Router, deps: Deps): void {
  const { registration, verification, recovery, profile, members } = deps;
  router.mount('register', async ({ body, request }) => registration.register(body, originOf(request)));
  router.mount('requestAccess', async ({ body, request }) =>
    registration.requestAccess(body, originOf(request)),
  );

  router.mount('verifyEmail', async ({ params }) => {
    await verification.verify(params.token);
    return { message: 'Your email address is verified.' };
  });

  router.mount('resendVerification', async ({ body, request }) => {
    await verification.resend(body.email, originOf(request));
    return { message: 'If this address is waiting for verification, a new link is on its way.' };
  });

  router.mount('forgotPassword', async ({ body, request }) => {
    await recovery.forgot(body.email, originOf(request));
    return { resetTokenSent: true as const };
  });

  router.mount('resetPassword', async ({ body, request }) => {
    await recovery.reset(body.token, body.newPassword, originOf(request));
    return { passwordReset: true as const, message: 'Your password has been reset.' };
  });

  router.mount('getProfile', async ({ member }) => profile.get(member));
  router.mount('updateProfile', async (caller) => profile.update(caller, caller.body));

  router.mount('changePassword', async ({ member, token, body }) => {
    await recovery.change(member, token, body.currentPassword, body.newPassword);
    return { message: 'Your password has been changed.' };
  });

  router.mount('confirm', async (caller) => {
    await recovery.confirm(caller, caller.body.password);
    return { message: 'Confirmed' };
  });

  router.mount('deleteOwnAccount', async (caller) => {
    await recovery.requireConfirmation(caller, caller.body.password);
    await members.deleteOwn(caller.member);
    return { message: 'Your account has been deleted.' };
  });
}

export function preferencesRoutes(router: Router, preferences: PreferencesService): void {
  router.mount('getPreferences', async ({ member }) => preferences.get(member));
  router.mount('updatePreferences', async ({ member, body }) => preferences.update(member, body));
}
