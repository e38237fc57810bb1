// Renders emails that consist of a heading, a few lines and a button, on the mail thread.
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
import { type MailContent, mailTexts, subjectOf } from './mail-texts.ts';

export function render(content: MailContent): Promise<RenderedMail> {
  const { kind, language, site, url, name = '', values } = content;
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
  return renderPage(subjectOf(content), mail);
}
