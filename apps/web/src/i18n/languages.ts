// The languages of the page and what they call themselves. A test holds the list against the contract's.
import type { Language } from '@cellar/contract/accounts.ts';

export const languages = ['en', 'es', 'fr'] as const satisfies readonly Language[];

/** Each in its own words, so that whoever landed in a foreign one finds the way back. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español', fr: 'Français' };

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language);
}
