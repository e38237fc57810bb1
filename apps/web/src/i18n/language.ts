// The language of the whole page: which one to begin with, and how to change it without a reload. Used by main.tsx
// (first render), the composition root (the member's own) and whoever offers a choice.
import type { Language } from '@cellar/contract/accounts.ts';
import { i18n } from './i18n.ts';
import { isLanguage } from './languages.ts';
import type { LanguageTexts } from './texts-by-feature.ts';

const storageKey = 'cellar-language';

const loaders: Partial<Record<Language, () => Promise<{ texts: LanguageTexts }>>> = {
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
};

let wanted: Language = 'en';

/** The one chosen in this browser before, else the first of the browser's own that we have. */
export function firstLanguage(): Language {
  const remembered = attempt(() => localStorage.getItem(storageKey));
  if (isLanguage(remembered)) return remembered;
  const known = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return known.find(isLanguage) ?? 'en';
}

/** Switches every text on the page. When its texts cannot be loaded the page stays as it is. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  try {
    await loadTexts(language);
  } catch (error) {
    console.warn(`The texts of the language "${language}" could not be loaded`, error);
    return;
  }
  // Another one may have been chosen while this one was loading.
  if (wanted !== language) return;
  attempt(() => localStorage.setItem(storageKey, language));
  document.documentElement.lang = language;
  if (i18n.language !== language) await i18n.changeLanguage(language);
}

/** The one the page is in. */
export function currentLanguage(): Language {
  return isLanguage(i18n.language) ? i18n.language : 'en';
}

async function loadTexts(language: Language): Promise<void> {
  if (language === 'en' || i18n.hasResourceBundle(language, 'common')) return;
  const { texts } = (await loaders[language]?.()) ?? { texts: {} };
  for (const [feature, bundle] of Object.entries(texts)) i18n.addResourceBundle(language, feature, bundle);
}

// Blocked storage: the choice then lasts as long as the page.
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
