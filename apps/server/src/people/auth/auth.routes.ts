import { originOf, type SiteAddress, siteUrlOf } from '#http/request-addresses.ts';
import type { Router } from '#http/route.ts';
import type { ApiTokensService } from '../api-tokens/api-tokens.service.ts';
import type { OidcService } from '../login-providers/oidc.service.ts';
import type { MembersService } from '../members/members.service.ts';
import type { PasskeyChecks } from '../passkeys/passkey-checks.service.ts';
import type { PasskeysService } from '../passkeys/passkeys.service.ts';
import type { SecondFactorService } from '../second-factor/second-factor.service.ts';
import type { SecondStepService } from '../second-factor/second-step.service.ts';
import type { TrustedDevices } from '../second-factor/trusted-devices.service.ts';
import type { AuthService } from './auth.service.ts';

export function authRoutes(router: Router, auth: AuthService, oidc: OidcService): void {
  router.mount('login', async ({ body, request }) => auth.login(body, originOf(request)));

  router.mount('logout', async ({ member, token }) => {
    const logoutUrl = token && (await oidc.logoutUrl(token));
    if (token) await auth.logout(member, token);
    return { message: 'Logged out', ...(logoutUrl && { logoutUrl }) };
  });

  router.mount('me', async ({ member: { id, ...account } }) => ({ _id: id, ...account }));

  router.mount('listSessions', async ({ member, token }) => ({
    sessions: await auth.listSessions(member.id, token),
  }));

  router.mount('endOtherSessions', async ({ member, token }) => {
    await auth.endOtherSessions(member.id, token);
    return { message: 'Your other sessions have ended' };
  });

  router.mount('endSession', async ({ member, params }) => {
    await auth.endSession(member.id, params.id);
    return { message: 'Session ended' };
  });
}

export function apiTokensRoutes(router: Router, apiTokens: ApiTokensService): void {
  router.mount('listApiTokens', async ({ member }) => ({ tokens: await apiTokens.list(member.id) }));
  router.mount('createApiToken', async ({ member, body }) => apiTokens.create(member, body));
  router.mount('revokeApiToken', async ({ member, params }) => {
    await apiTokens.revoke(member, params.id);
    return { message: 'API token revoked' };
  });
}

// The second step of logins, and the members' settings of two-step login.

interface Deps {
  secondFactor: SecondFactorService;
  secondStep: SecondStepService;
  trustedDevices: TrustedDevices;
  members: MembersService;
}

export function secondFactorRoutes(router: Router, deps: Deps): void {
  const { secondFactor, secondStep, trustedDevices, members } = deps;
  router.mount('finishLogin', async ({ body, request }) =>
    secondStep.finishWithCode(body, originOf(request)),
  );

  router.mount('getSecondFactor', async ({ member }) => secondFactor.get(member));
  router.mount('setUpApp', async ({ member }) => secondFactor.setUpApp(member));
  router.mount('confirmApp', async ({ member, body }) =>
    secondFactor.confirmApp(member, body.setup, body.code),
  );
  router.mount('usePasskeysAfterPassword', async ({ member }) => secondFactor.usePasskeys(member));
  router.mount('renewRecoveryCodes', async ({ member }) => ({
    recoveryCodes: await secondFactor.renewCodes(member),
  }));

  router.mount('turnSecondFactorOff', async ({ member }) => {
    await secondFactor.turnOff(member);
    return { message: 'Two-step login is off' };
  });

  router.mount('forgetDevice', async ({ member, params }) => {
    await trustedDevices.remove(member.id, params.id);
    return { message: 'The device is no longer trusted' };
  });

  router.mount('forgetDevices', async ({ member }) => {
    await trustedDevices.removeAll(member.id);
    return { message: 'No device is trusted any more' };
  });

  router.mount('resetSecondFactor', async ({ member, params }) => {
    await secondFactor.reset(member, params.userId);
    return { message: 'Two-step login was reset', user: await members.present(params.userId) };
  });
}

interface PasskeysDeps {
  passkeys: PasskeysService;
  passkeyChecks: PasskeyChecks;
}

export function passkeysRoutes(
  router: Router,
  { passkeys, passkeyChecks }: PasskeysDeps,
  site: SiteAddress,
): void {
  const callerOf = <C extends { request: Parameters<typeof siteUrlOf>[0] }>(context: C) => ({
    ...context,
    siteUrl: siteUrlOf(context.request, site),
  });

  router.mount('listPasskeys', async (context) => passkeys.list(callerOf(context)));
  router.mount('askForNewPasskey', async (context) => passkeys.askForNew(callerOf(context)));
  router.mount('addPasskey', async (context) =>
    passkeys.add(callerOf(context), context.body.name, context.body.credential),
  );
  router.mount('renamePasskey', async ({ member, params, body }) =>
    passkeys.rename(member, params.id, body.name),
  );
  router.mount('deletePasskey', async ({ member, params }) => {
    await passkeys.remove(member, params.id);
    return { message: 'Passkey deleted' };
  });

  router.mount('askForLoginPasskey', async ({ request }) =>
    passkeyChecks.askForLogin(siteUrlOf(request, site), originOf(request)),
  );
  router.mount('logInWithPasskey', async ({ body, request }) =>
    passkeyChecks.logIn(body.credential, siteUrlOf(request, site), originOf(request)),
  );

  router.mount('askForSecondStepPasskey', async ({ body, request }) =>
    passkeyChecks.askForSecondStep(body.challenge, siteUrlOf(request, site), originOf(request)),
  );
  router.mount('finishLoginWithPasskey', async ({ body, request }) =>
    passkeyChecks.finishLogin(body, siteUrlOf(request, site), originOf(request)),
  );

  router.mount('askForConfirmingPasskey', async (context) =>
    passkeyChecks.askForConfirmation(callerOf(context)),
  );
  router.mount('confirmWithPasskey', async (context) => {
    await passkeyChecks.confirm(callerOf(context), context.body.credential);
    return { message: 'Confirmed' };
  });
}
