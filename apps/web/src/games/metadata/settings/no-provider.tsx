// Says why searches wait while no metadata provider is in use, with a link to the settings.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { settingsPath } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { metadataSettingsQuery } from './metadata-settings.queries.ts';

export const metadataSettingsPath = settingsPath('metadata');

/** Every row of a table may ask, so the answer is kept for a minute. A change on this page replaces it. */
const keptMs = 60_000;

/** Returns false until it is known. */
export function useHasNoProvider(): boolean {
  const { data } = useQuery({ ...metadataSettingsQuery(useApi()), staleTime: keptMs });
  return data?.providers.every(({ isEnabled, isConfigured }) => !isEnabled || !isConfigured) ?? false;
}

/** How many games are being searched for, or why they are not. */
export function WaitingSearches({ count }: { count: number }) {
  const { t } = useTranslation('matches');
  const hasNoProvider = useHasNoProvider();
  if (count === 0) return null;
  return <span>{hasNoProvider ? <NoProvider /> : t('review.waiting', { count })}</span>;
}

export function NoProvider() {
  const { t } = useTranslation('matches');
  return (
    <>
      {t('noProvider.why')} <Link to={metadataSettingsPath}>{t('noProvider.settings')}</Link>
    </>
  );
}
