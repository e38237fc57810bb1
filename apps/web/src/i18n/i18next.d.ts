// Lets TypeScript check text keys.
import type errors from './en/errors.json';
import type errorsAdmin from './en/errors-admin.json';
import type errorsSecurity from './en/errors-security.json';
import type { texts as account } from './groups/en-account.ts';
import type { texts as admin } from './groups/en-admin.ts';
import type { texts as alerts } from './groups/en-alerts.ts';
import type { texts as collections } from './groups/en-collections.ts';
import type { texts as filters } from './groups/en-filters.ts';
import type { texts as game } from './groups/en-game.ts';
import type { texts as gameParts } from './groups/en-game-parts.ts';
import type { texts as home } from './groups/en-home.ts';
import type { texts as login } from './groups/en-login.ts';
import type { texts as members } from './groups/en-members.ts';
import type { texts as oidc } from './groups/en-oidc.ts';
import type { texts as requests } from './groups/en-requests.ts';
import type { texts as security } from './groups/en-security.ts';
import type { texts as uploads } from './groups/en-uploads.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof members &
      typeof filters &
      typeof home &
      typeof login &
      typeof game &
      typeof gameParts &
      typeof account &
      typeof requests &
      typeof alerts &
      typeof oidc &
      typeof security &
      typeof collections &
      typeof uploads &
      typeof admin & {
        errors: typeof errors;
        errorsAdmin: typeof errorsAdmin;
        errorsSecurity: typeof errorsSecurity;
      };
  }
}
