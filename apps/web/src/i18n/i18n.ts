// The texts of the web app, in one JSON file per feature and language. English is part of the first load, other
// languages are loaded on demand (language.ts), and texts of lazy pages are loaded with those pages (account-texts.ts,
// admin-texts.ts …).
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import common from './en/common.json' with { type: 'json' };
import downloads from './en/downloads.json' with { type: 'json' };
import games from './en/games.json' with { type: 'json' };
import site from './en/site.json' with { type: 'json' };

export const english = { common, downloads, games, site };

export const i18n = i18next.createInstance();

export function startI18n(): void {
  void i18n.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    defaultNS: 'common',
    resources: { en: english },
    // React already escapes rendered text.
    interpolation: { escapeValue: false },
    // The English texts are already loaded, so the first render can use them.
    initAsync: false,
  });
}
