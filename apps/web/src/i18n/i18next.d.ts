// Makes every text key a checked type.
import type { adminEnglish } from './admin-texts.ts';
import type { english } from './i18n.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof english & typeof adminEnglish;
  }
}
