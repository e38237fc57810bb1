// A message of the server, which is always in English. In other languages it follows a translated lead and is marked as
// English.
import { useTranslation } from 'react-i18next';

export interface ServerWordsProps {
  text: string;
  /** The short translated form of the message. */
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
