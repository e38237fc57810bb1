// What the server says in plain English; where the page speaks another language, ours come first and these are marked as
// English. Used wherever the reasons of matches and providers are shown.
import { useTranslation } from 'react-i18next';

export interface ServerWordsProps {
  text: string;
  /** In the language of the page, in few words. */
  lead?: string;
}

export function ServerWords({ text, lead }: ServerWordsProps) {
  const { i18n } = useTranslation();
  if (i18n.language === 'en') return text || lead;
  return (
    <>
      {lead} {text && <span lang="en">{text}</span>}
    </>
  );
}
