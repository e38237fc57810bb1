// The texts that every email contains, and the replacement of placeholders.
import type { Language } from '@cellar/contract/people/accounts.ts';

interface Words {
  greeting: string;
  sentBy: string;
}

export const mailWords: Record<Language, Words> = {
  de: { greeting: 'Hallo {name},', sentBy: 'Gesendet von {site}.' },
  en: { greeting: 'Hello {name},', sentBy: 'Sent by {site}.' },
  es: { greeting: 'Hola, {name}:', sentBy: 'Enviado por {site}.' },
  fr: { greeting: 'Bonjour {name},', sentBy: 'Envoyé par {site}.' },
  it: { greeting: 'Ciao {name},', sentBy: 'Inviato da {site}.' },
  pl: { greeting: 'Cześć, {name}!', sentBy: 'Wysłano z serwisu {site}.' },
  'pt-BR': { greeting: 'Olá, {name}!', sentBy: 'Enviado por {site}.' },
};

/**
 * Fills placeholders: `Hello {name}` with `{name: 'Ada'}` becomes `Hello Ada`. A placeholder without a value remains, so that
 * tests find it.
 */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/**
 * True if an email may greet this name. Anyone can register any name for any address, so names that mail programs turn into
 * links are not greeted.
 */
export function isGreeted(name: string): boolean {
  return name !== '' && !/[/:@]|[^\s.]\.[^\s.]/.test(name);
}
