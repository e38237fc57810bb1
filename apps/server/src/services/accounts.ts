import { createAccountLinks } from '#features/accounts/account-links.service.ts';
import { createProfileService } from '#features/accounts/profile.service.ts';
import { createRecoveryService } from '#features/accounts/recovery.service.ts';
import { createRegistrationService } from '#features/accounts/registration.service.ts';
import { createVerificationService } from '#features/accounts/verification.service.ts';
import { createAlertStreams } from '#features/alerts/alert-streams.service.ts';
import { createAlertsService } from '#features/alerts/alerts.service.ts';
import { createApiTokens } from '#features/auth/api-tokens/api-tokens.service.ts';
import { createAuthService } from '#features/auth/auth.service.ts';
import { createNewDeviceService } from '#features/auth/new-device.service.ts';
import { createLoginLinks } from '#features/auth/oidc/login-links.service.ts';
import { createLoginSettings } from '#features/auth/oidc/login-settings.service.ts';
import { createLoginWays } from '#features/auth/oidc/login-ways.service.ts';
import { createOidcService } from '#features/auth/oidc/oidc.service.ts';
import { createProvidersService } from '#features/auth/oidc/providers.service.ts';
import { createChallenges } from '#features/auth/passkeys/challenges.ts';
import { createPasskeyChecks } from '#features/auth/passkeys/passkey-checks.service.ts';
import { createPasskeysService } from '#features/auth/passkeys/passkeys.service.ts';
import { createLoginChallenges } from '#features/auth/second-factor/login-challenges.service.ts';
import { createSecondFactorService } from '#features/auth/second-factor/second-factor.service.ts';
import { createSecondStepService } from '#features/auth/second-factor/second-step.service.ts';
import { createTrustedDevices } from '#features/auth/second-factor/trusted-devices.service.ts';
import { createChecklistService } from '#features/checklist/checklist.service.ts';
import { createDownloadHistory } from '#features/downloads/download-history.service.ts';
import { createTicketsService } from '#features/downloads/tickets.service.ts';
import { createFeedsService } from '#features/feeds/feeds.service.ts';
import { createInvitationsService } from '#features/invitations/invitations.service.ts';
import { createMembersService } from '#features/members/members.service.ts';
import { createPreferencesService } from '#features/preferences/preferences.service.ts';
import { createPushService } from '#features/push/push.service.ts';
import { createSetupService } from '#features/site/setup.service.ts';
import { createHttpClient } from '#platform/http-client.ts';
import type { Core } from './core.ts';

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(core: Core) {
  const tickets = createTicketsService(core);
  const newDevices = createNewDeviceService({ ...core, timeZone: core.config.timeZone });
  const challenges = createLoginChallenges(core);
  const devices = createTrustedDevices(core);
  const secondFactor = createSecondFactorService({ ...core, challenges, devices });
  const apiTokens = createApiTokens({ ...core, tickets });
  const loginProviders = createProvidersService(core);
  const loginWays = createLoginWays({ ...core, providers: loginProviders });
  const auth = createAuthService({
    ...core,
    ...{ tickets, apiTokens, newDevices, challenges, devices, loginWays },
  });
  const secondStep = createSecondStepService({ ...core, auth, challenges, devices });
  const passkeyChallenges = createChallenges(core);
  const invitations = createInvitationsService(core);
  const links = createAccountLinks(core);
  const oidcHttp = { guarded: createHttpClient(), open: createHttpClient({ trustsAll: true }) };
  const oidcDeps = { ...core, providers: loginProviders, loginWays, auth, links, http: oidcHttp };
  const verification = createVerificationService({ ...core, links, loginWays });
  const passkeys = createPasskeysService({ ...core, secondFactor, challenges: passkeyChallenges });
  const feeds = createFeedsService(core);
  const recovery = createRecoveryService({
    ...core,
    ...{ auth, secondFactor, passkeys, links, loginWays, feeds },
  });
  const downloadHistory = createDownloadHistory(core);
  const { push: isOn, pushPrivateAddresses: allowsPrivate } = core.config;
  const pushHttp = createHttpClient({ trustsAll: allowsPrivate });
  const push = createPushService({ ...core, http: pushHttp, isOn, allowsPrivate });
  return {
    push,
    pushHttp,
    tickets,
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
      ...core,
      ...{ auth, secondStep, challenges: passkeyChallenges, loginWays },
    }),
    removeExpiredChallenges: passkeyChallenges.removeExpired,
    invitations,
    links,
    verification,
    recovery,
    feeds,
    downloadHistory,
    alerts: createAlertsService({ ...core, push }),
    alertStreams: createAlertStreams(core),
    members: createMembersService({ ...core, auth, tickets, loginWays }),
    preferences: createPreferencesService({ ...core, downloadHistory }),
    registration: createRegistrationService({
      ...core,
      ...{ auth, verification, invitations, links, loginWays },
    }),
    profile: createProfileService({ ...core, recovery, links }),
    setup: createSetupService({ ...core, auth }),
    checklist: createChecklistService(core),
  };
}
