// The words that stand in every mail, and how the placeholders of a text are filled. Used by the features that write mails.
import type { Language } from '@cellar/contract/accounts.ts';

interface Words {
  greeting: string;
  sentBy: string;
}

export const mailWords: Record<Language, Words> = {
  en: { greeting: 'Hello {name},', sentBy: 'Sent by {site}.' },
  es: { greeting: 'Hola, {name}:', sentBy: 'Enviado por {site}.' },
  fr: { greeting: 'Bonjour {name},', sentBy: 'Envoyé par {site}.' },
};

/** `Hello {name}` with `{name: 'Ada'}` becomes `Hello Ada`; a placeholder without a value stays, and shows in tests. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Strangers choose their names, and whose address gets the mail: what a mail program makes a link of is not passed on. */
export function isGreeted(name: string): boolean {
  return name !== '' && !/[/:@]|[^\s.]\.[^\s.]/.test(name);
}
