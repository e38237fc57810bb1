// Accounts, logins, members and invitations.
import { createAccountLinks } from '#people/accounts/account-links.service.ts';
import { createPreferencesService, createProfileService } from '#people/accounts/profile.service.ts';
import { createRecoveryService } from '#people/accounts/recovery.service.ts';
import { createRegistrationService } from '#people/accounts/registration.service.ts';
import { createVerificationService } from '#people/accounts/verification.service.ts';
import { createApiTokens } from '#people/api-tokens/api-tokens.service.ts';
import { createAuthService } from '#people/auth/auth.service.ts';
import { createNewDeviceService } from '#people/auth/login-watch.service.ts';
import { createLoginLinks } from '#people/login-providers/login-links.service.ts';
import { createLoginProviders, createLoginWays } from '#people/login-providers/login-providers.service.ts';
import { createLoginSettings } from '#people/login-providers/login-settings.service.ts';
import { createOidcService } from '#people/login-providers/oidc.service.ts';
import { createInvitationsService } from '#people/members/invitations.service.ts';
import { createMembersService } from '#people/members/members.service.ts';
import { createPasskeyChecks } from '#people/passkeys/passkey-checks.service.ts';
import { createPasskeysService } from '#people/passkeys/passkeys.service.ts';
import { createChallenges } from '#people/passkeys/webauthn.ts';
import { createLoginChallenges } from '#people/second-factor/login-challenges.service.ts';
import { createSecondFactorService } from '#people/second-factor/second-factor.service.ts';
import { createSecondStepService } from '#people/second-factor/second-step.service.ts';
import { createTrustedDevices } from '#people/second-factor/trusted-devices.service.ts';
import { createHttpClient } from '#platform/http-client.ts';
import type { Club } from './club.ts';
import type { Core } from './core.ts';

export type People = ReturnType<typeof createPeople>;

export function createPeople(used: Core & Club) {
  const newDevices = createNewDeviceService({ ...used, timeZone: used.config.timeZone });
  const challenges = createLoginChallenges(used);
  const devices = createTrustedDevices(used);
  const secondFactor = createSecondFactorService({ ...used, challenges, devices });
  const apiTokens = createApiTokens(used);
  const loginProviders = createLoginProviders(used);
  const loginWays = createLoginWays({ ...used, providers: loginProviders });
  const auth = createAuthService({
    ...used,
    ...{ apiTokens, newDevices, challenges, devices, loginWays },
  });
  const secondStep = createSecondStepService({ ...used, auth, challenges, devices });
  const passkeyChallenges = createChallenges(used);
  const invitations = createInvitationsService(used);
  const links = createAccountLinks(used);
  const oidcHttp = { guarded: createHttpClient(), open: createHttpClient({ trustsAll: true }) };
  const oidcDeps = { ...used, providers: loginProviders, loginWays, auth, links, http: oidcHttp };
  const verification = createVerificationService({ ...used, links, loginWays });
  const passkeys = createPasskeysService({ ...used, secondFactor, challenges: passkeyChallenges });
  const recovery = createRecoveryService({
    ...used,
    ...{ auth, secondFactor, passkeys, links, loginWays },
  });
  return {
    apiTokens,
    loginProviders,
    loginWays,
    oidcHttp,
    oidc: createOidcService(oidcDeps),
    loginLinks: createLoginLinks(oidcDeps),
    loginSettings: createLoginSettings(oidcDeps),
    auth,
    secondFactor,
    secondStep,
    trustedDevices: devices,
    passkeys,
    passkeyChecks: createPasskeyChecks({
      ...used,
      ...{ auth, secondStep, challenges: passkeyChallenges, loginWays },
    }),
    removeExpiredChallenges: passkeyChallenges.removeExpired,
    invitations,
    links,
    verification,
    recovery,
    members: createMembersService({ ...used, auth, loginWays }),
    preferences: createPreferencesService(used),
    registration: createRegistrationService({
      ...used,
      ...{ auth, verification, invitations, links, loginWays },
    }),
    profile: createProfileService({ ...used, recovery, links }),
  };
}
