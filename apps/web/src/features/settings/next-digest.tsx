// When the next mail goes out and how much it will tell, so that an admin sees that something happens. Used by
// notification-form.tsx.
import type { NotificationSettingsResponse } from '@cellar/contract/notifications.ts';
import { useTranslation } from 'react-i18next';
import { formatMomentAt } from '#lib/format-time.ts';
import styles from './next-digest.module.css';

export interface NextDigestProps {
  settings: NotificationSettingsResponse;
  /** Another frequency is chosen and not saved yet. */
  isChanged: boolean;
}

export function NextDigest({ settings, isChanged }: NextDigestProps) {
  const { t } = useTranslation('notifications');
  const time = useTime(settings);
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

function useTime({ nextDigestAt, timeZone }: NotificationSettingsResponse): string {
  const { t, i18n } = useTranslation('notifications');
  if (nextDigestAt === null) return t('next.immediate');
  return t('next.at', { time: formatMomentAt(timeZone, nextDigestAt, i18n.language), timeZone });
}
