// The languages of the page. A test compares them with the contract's.
import type { Language } from '@cellar/contract/people/accounts.ts';

export const languages = ['de', 'en', 'es', 'fr', 'it', 'pl', 'pt-BR'] as const satisfies readonly Language[];

/** Each language's name in that language, so that users recognize their own. */
export const languageNames: Record<Language, string> = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
};

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language);
}
