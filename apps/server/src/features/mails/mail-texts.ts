// The texts of the mails in each language, and how their placeholders are filled.
import type { Language } from '@cellar/contract/accounts.ts';
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };

type Texts = typeof en;

/** A mail that asks for one click, or tells one thing. */
export type MailKind = Exclude<keyof Texts, 'greeting' | 'linkHint' | 'sentBy'>;

export const mailTexts: Record<Language, Texts> = { en, es, fr };

/** `Hello {name}` with `{name: 'Ada'}` becomes `Hello Ada`; a placeholder without a value stays, and shows in tests. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
