// The language of the page, chosen in the bar. A member's is a preference, a visitor's is kept in this browser.
import type { Language } from '@cellar/contract/accounts.ts';
import { useTranslation } from 'react-i18next';
import { useSavePreferences } from '#features/account/use-save-preferences.ts';
import { useSession } from '#features/auth/session-context.ts';
import { setLanguage } from '#i18n/language.ts';
import { languageNames, languages } from '#i18n/languages.ts';
import { CompactSelect } from '#ui/compact-select.tsx';

export function LanguageChoice() {
  const { t, i18n } = useTranslation();
  const session = useSession();
  const savePreferences = useSavePreferences();
  const saveLanguage = async (language: Language) => {
    // They say whether it was saved.
    const { addAccountTexts } = await import('#i18n/account-texts.ts');
    addAccountTexts();
    savePreferences({ language });
  };
  return (
    <CompactSelect
      label={t('language')}
      shown={i18n.language.toUpperCase()}
      value={i18n.language}
      choices={languages.map((value) => ({ value, label: languageNames[value] }))}
      onChange={(value) => void (session ? saveLanguage(value) : setLanguage(value))}
    />
  );
}
