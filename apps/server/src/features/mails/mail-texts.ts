// The texts of the mails that ask for one click, or tell one thing, in each language.
import type { Language } from '@cellar/contract/accounts.ts';
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };

type Texts = typeof en;

export type MailKind = Exclude<keyof Texts, 'linkHint'>;

export const mailTexts: Record<Language, Texts> = { en, es, fr };
