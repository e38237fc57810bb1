// The texts of emails that consist of a heading, a few lines and a button.
import type { Language } from '@cellar/contract/people/accounts.ts';
import { fill } from '#platform/mail/mail-words.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import it from './texts/it.json' with { type: 'json' };
import pl from './texts/pl.json' with { type: 'json' };
import ptBr from './texts/pt-BR.json' with { type: 'json' };

type Texts = typeof en;

export type MailKind = Exclude<keyof Texts, 'linkHint'>;

export const mailTexts: Record<Language, Texts> = { de, en, es, fr, it, pl, 'pt-BR': ptBr };

/** The data from which such an email is rendered. */
export interface MailContent {
  kind: MailKind;
  language: Language;
  site: string;
  /** The address that the button opens. */
  url: string;
  /** The member's name. Without it, the email has no greeting. */
  name?: string;
  /** The values of other placeholders. */
  values?: Record<string, string>;
}

export function subjectOf({ kind, language, site, name = '', values }: MailContent): string {
  return fill(mailTexts[language][kind].subject, { site, name, ...values });
}
