// Shows when the next digest is sent and how many games it will contain.
import type { NotificationSettingsResponse } from '@cellar/contract/notifications.ts';
import { useTranslation } from 'react-i18next';
import { formatMomentAt } from '#lib/format-time.ts';
import styles from './next-digest.module.css';

export interface NextDigestProps {
  settings: NotificationSettingsResponse;
  /** Another frequency is selected and not saved yet. */
  isChanged: boolean;
}

export function NextDigest({ settings, isChanged }: NextDigestProps) {
  const { t, i18n } = useTranslation('notifications');
  const { nextDigestAt, timeZone } = settings;
  const time =
    nextDigestAt === null
      ? t('next.immediate')
      : t('next.at', { time: formatMomentAt(timeZone, nextDigestAt, i18n.language), timeZone });
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('next.label')}</dt>
        <dd>{isChanged ? t('next.afterSaving') : time}</dd>
      </div>
      <div>
        <dt>{t('waiting.label')}</dt>
        <dd>
          {settings.waitingGames === 0
            ? t('waiting.none')
            : t('waiting.games', { count: settings.waitingGames })}
        </dd>
      </div>
    </dl>
  );
}
