// The texts of the web app, in four JSON files per language. Each page loads those that it needs, in the reader's language
// only (language.ts).
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { I18n } from './text-keys.ts';

// With types that check text keys.
export const i18n = i18next.createInstance() as unknown as I18n;

export function startI18n(): void {
  // Another start would forget the texts that are loaded.
  if (i18n.isInitialized) return;
  void i18n.use(initReactI18next).init({
    lng: 'en',
    // Every language has every text.
    fallbackLng: false,
    defaultNS: 'common',
    resources: {},
    // React already escapes rendered text.
    interpolation: { escapeValue: false },
    // Nothing is loaded here, so the translations work at once.
    initAsync: false,
  });
}
