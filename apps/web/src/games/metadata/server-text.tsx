// A message from the server, which is always in English. In other languages it follows a translated introduction and is
// marked as English.
import { useTranslation } from 'react-i18next';

export interface ServerTextProps {
  text: string;
  /** A short translated introduction. */
  lead?: string;
}

export function ServerText({ text, lead }: ServerTextProps) {
  const { i18n } = useTranslation();
  if (i18n.language === 'en') return text || lead;
  return (
    <>
      {lead} {text && <span lang="en">{text}</span>}
    </>
  );
}
