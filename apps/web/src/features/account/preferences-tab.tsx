// The Preferences tab of the account page. Every choice is saved as it is made, and the language holds at once.
import type { Language } from '@cellar/contract/accounts.ts';
import type { PreferencesResponse } from '@cellar/contract/preferences.ts';
import { type SortKey, sortKeys } from '@cellar/contract/rules/sort.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#i18n/languages.ts';
import { useApi } from '#lib/api-context.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Section } from '#ui/section.tsx';
import { EmailChoices } from './email-choices.tsx';
import { preferencesQuery } from './preferences.queries.ts';
import styles from './preferences-tab.module.css';
import { RetentionChoice } from './retention-choice.tsx';
import { useSavePreferences } from './use-save-preferences.ts';

export function PreferencesTab() {
  const { t } = useTranslation('account');
  const query = useQuery(preferencesQuery(useApi()));
  return (
    <Section heading={t('preferences.heading')} lead={t('preferences.lead')}>
      {query.data ? (
        <Choices preferences={query.data} />
      ) : query.isError ? (
        <LoadFailedNotice onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height="32rem" />
      )}
    </Section>
  );
}

function Choices({ preferences }: { preferences: PreferencesResponse }) {
  const { t } = useTranslation('account');
  const { t: tGames } = useTranslation('games');
  const save = useSavePreferences();
  const { language, defaultSortOrder, downloadHistoryRetention } = preferences;
  return (
    <div className={styles.choices}>
      <Select
        label={t('preferences.language')}
        description={t('preferences.languageHint')}
        value={language}
        onChange={(event) => save({ language: event.currentTarget.value as Language })}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <Select
        label={t('preferences.sort')}
        description={t('preferences.sortHint')}
        value={defaultSortOrder}
        onChange={(event) => save({ defaultSortOrder: event.currentTarget.value as SortKey })}
        data={sortKeys.map((value) => ({ value, label: tGames(`sort.${value}`) }))}
      />
      <RetentionChoice
        retention={downloadHistoryRetention}
        max={preferences.maxUserRetention}
        onSave={(retention) => save({ downloadHistoryRetention: retention })}
      />
      <EmailChoices preferences={preferences} onSave={save} />
    </div>
  );
}
