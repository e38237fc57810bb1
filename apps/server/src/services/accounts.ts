import { createAccountLinks } from '#features/accounts/account-links.service.ts';
import { createProfileService } from '#features/accounts/profile.service.ts';
import { createRecoveryService } from '#features/accounts/recovery.service.ts';
import { createRegistrationService } from '#features/accounts/registration.service.ts';
import { createVerificationService } from '#features/accounts/verification.service.ts';
import { createAuthService } from '#features/auth/auth.service.ts';
import { createDownloadHistory } from '#features/downloads/download-history.service.ts';
import { createTicketsService } from '#features/downloads/tickets.service.ts';
import { createInvitationsService } from '#features/invitations/invitations.service.ts';
import { createMembersService } from '#features/members/members.service.ts';
import { createPreferencesService } from '#features/preferences/preferences.service.ts';
import { createSetupService } from '#features/site/setup.service.ts';
import type { Ground } from './ground.ts';

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(ground: Ground) {
  const tickets = createTicketsService(ground);
  const auth = createAuthService({ ...ground, tickets });
  const invitations = createInvitationsService(ground);
  const links = createAccountLinks(ground);
  const verification = createVerificationService({ ...ground, links });
  const recovery = createRecoveryService({ ...ground, auth, links });
  const downloadHistory = createDownloadHistory(ground);
  return {
    tickets,
    auth,
    invitations,
    links,
    verification,
    recovery,
    downloadHistory,
    members: createMembersService({ ...ground, auth, tickets }),
    preferences: createPreferencesService({ ...ground, downloadHistory }),
    registration: createRegistrationService({ ...ground, auth, verification, invitations, links }),
    profile: createProfileService({ ...ground, recovery, links }),
    setup: createSetupService({ ...ground, auth }),
  };
}
