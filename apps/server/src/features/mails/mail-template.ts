// The mails of a heading, a few lines and a button, by the one layout of all mails.
import type { Language } from '@cellar/contract/accounts.ts';
import { createElement as h } from 'react';
import {
  button,
  heading,
  link,
  mailPage,
  onlyOnPage,
  paragraph,
  type RenderedMail,
  renderPage,
  rule,
  small,
} from '#platform/mail/mail-layout.ts';
import { fill, isGreeted, mailWords } from '#platform/mail/mail-words.ts';
import { type MailKind, mailTexts } from './mail-texts.ts';

export interface MailContent {
  kind: MailKind;
  language: Language;
  site: string;
  /** What the button opens. */
  url: string;
  /** Of the account; without one there is no greeting. */
  name?: string;
  /** Further placeholders of the texts. */
  values?: Record<string, string>;
}

export function renderMail({
  kind,
  language,
  site,
  url,
  name = '',
  values,
}: MailContent): Promise<RenderedMail> {
  const words = mailWords[language];
  const texts = mailTexts[language][kind];
  const of = (text: string) => fill(text, { site, name, ...values });
  const mail = mailPage(
    { language, site, preview: of(texts.heading) },
    heading(of(texts.heading)),
    isGreeted(name) ? paragraph(of(words.greeting)) : null,
    paragraph(of(texts.body)),
    button(url, of(texts.button)),
    small(of(texts.note)),
    rule(),
    small(onlyOnPage(`${mailTexts[language].linkHint} `, link(url, url), h('br')), of(words.sentBy)),
  );
  return renderPage(of(texts.subject), mail);
}
