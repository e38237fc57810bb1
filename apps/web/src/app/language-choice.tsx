import { useTranslation } from 'react-i18next';
import { useSavePreferences } from '#features/account/use-save-preferences.ts';
import { useSession } from '#features/auth/session-context.ts';
import { languageNames, languages } from '#i18n/languages.ts';
import { CompactSelect } from '#ui/fields/compact-select.tsx';
import { chooseLanguage } from './choose-language.ts';

export function LanguageChoice() {
  const { t, i18n } = useTranslation();
  const session = useSession();
  const savePreferences = useSavePreferences();
  return (
    <CompactSelect
      label={t('language')}
      shown={i18n.language.toUpperCase()}
      value={i18n.language}
      choices={languages.map((value) => ({ value, label: languageNames[value] }))}
      onChange={(value) => void chooseLanguage(value, session && savePreferences)}
    />
  );
}
