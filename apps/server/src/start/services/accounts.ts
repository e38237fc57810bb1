import { createChecklistService } from '#admin/checklist.service.ts';
import { createSetupService } from '#admin/setup.service.ts';
import { createFeedsService } from '#club/feeds/feeds.service.ts';
import { createAlertStreams } from '#messages/alerts/alert-streams.service.ts';
import { createAlertsService } from '#messages/alerts/alerts.service.ts';
import { createPushService } from '#messages/push/push.service.ts';
import { createAccountLinks } from '#people/accounts/account-links.service.ts';
import { createProfileService } from '#people/accounts/profile.service.ts';
import { createRecoveryService } from '#people/accounts/recovery.service.ts';
import { createRegistrationService } from '#people/accounts/registration.service.ts';
import { createVerificationService } from '#people/accounts/verification.service.ts';
import { createApiTokens } from '#people/api-tokens/api-tokens.service.ts';
import { createAuthService } from '#people/auth/auth.service.ts';
import { createNewDeviceService } from '#people/auth/new-device.service.ts';
import { createLoginLinks } from '#people/login-providers/login-links.service.ts';
import { createProvidersService } from '#people/login-providers/login-providers.service.ts';
import { createLoginSettings } from '#people/login-providers/login-settings.service.ts';
import { createLoginWays } from '#people/login-providers/login-ways.service.ts';
import { createOidcService } from '#people/login-providers/oidc.service.ts';
import { createInvitationsService } from '#people/members/invitations.service.ts';
import { createMembersService } from '#people/members/members.service.ts';
import { createPreferencesService } from '#people/members/preferences.service.ts';
import { createChallenges } from '#people/passkeys/challenges.ts';
import { createPasskeyChecks } from '#people/passkeys/passkey-checks.service.ts';
import { createPasskeysService } from '#people/passkeys/passkeys.service.ts';
import { createLoginChallenges } from '#people/second-factor/login-challenges.service.ts';
import { createSecondFactorService } from '#people/second-factor/second-factor.service.ts';
import { createSecondStepService } from '#people/second-factor/second-step.service.ts';
import { createTrustedDevices } from '#people/second-factor/trusted-devices.service.ts';
import { createHttpClient } from '#platform/http-client.ts';
import { createDownloadHistory } from '#transfer/download-activity/download-history.service.ts';
import { createTicketsService } from '#transfer/downloads/tickets.service.ts';
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
