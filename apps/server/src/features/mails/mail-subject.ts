// The subject of a mail, known before the mail is rendered. Used by the mails service.
import { fill } from '#platform/mail/mail-words.ts';
import type { MailContent } from './mail-template.ts';
import { mailTexts } from './mail-texts.ts';

export function subjectOf({ kind, language, site, name = '', values }: MailContent): string {
  return fill(mailTexts[language][kind].subject, { site, name, ...values });
}
