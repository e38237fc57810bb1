// The last success, the last error and the pause of a metadata provider.
import type { MetadataProviderStatus } from '@cellar/contract/games/metadata.ts';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#lib/format-time.ts';
import { ServerText } from '../server-text.tsx';
import styles from './metadata-settings.module.css';

export function ProviderState({ provider }: { provider: MetadataProviderStatus }) {
  const { t, i18n } = useTranslation('metadataSettings');
  const { lastSuccessAt, lastError, pausedUntil } = provider;
  const moment = (time: string) => formatMoment(time, i18n.language);
  return (
    <dl className={styles.state}>
      <div>
        <dt>{t('lastSuccess')}</dt>
        <dd>{lastSuccessAt ? moment(lastSuccessAt) : t('never')}</dd>
      </div>
      <div>
        <dt>{t('lastError')}</dt>
        <dd>
          {lastError ? (
            <>
              <div>{moment(lastError.at)}</div>
              <ServerText text={lastError.message} />
            </>
          ) : (
            t('never')
          )}
        </dd>
      </div>
      {pausedUntil && (
        <div>
          <dt>{t('pausedUntil')}</dt>
          <dd>{moment(pausedUntil)}</dd>
        </div>
      )}
    </dl>
  );
}
