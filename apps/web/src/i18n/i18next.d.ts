// Lets TypeScript check text keys.
import type { accountEnglish } from './account-texts.ts';
import type { adminEnglish } from './admin-texts.ts';
import type { cheatEnglish } from './cheat-texts.ts';
import type errors from './en/errors.json';
import type { gameEnglish } from './game-texts.ts';
import type { english } from './i18n.ts';
import type { loginEnglish } from './login-texts.ts';
import type { shortcutEnglish } from './shortcut-texts.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof english &
      typeof accountEnglish &
      typeof adminEnglish &
      typeof cheatEnglish &
      typeof gameEnglish &
      typeof loginEnglish &
      typeof shortcutEnglish & { errors: typeof errors };
  }
}
