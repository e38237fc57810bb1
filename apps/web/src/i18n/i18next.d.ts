// Lets TypeScript check text keys.
import type errors from './en/errors.json';
import type errorsAdmin from './en/errors-admin.json';
import type { texts as account } from './en-account.ts';
import type { texts as admin } from './en-admin.ts';
import type { texts as filters } from './en-filters.ts';
import type { texts as game } from './en-game.ts';
import type { texts as gameParts } from './en-game-parts.ts';
import type { texts as home } from './en-home.ts';
import type { texts as login } from './en-login.ts';
import type { texts as members } from './en-members.ts';
import type { texts as requests } from './en-requests.ts';

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
      typeof admin & { errors: typeof errors; errorsAdmin: typeof errorsAdmin };
  }
}
