// The figures of the chart as a table, for who reads rather than looks. Newest first; days without a download are left out.
import type { ActivityStats } from '@cellar/contract/download-activity.ts';
import { useTranslation } from 'react-i18next';
import { formatDay, formatSize } from '#lib/format.ts';
import styles from './activity-chart.module.css';

export function DayTable({ days }: { days: ActivityStats['days'] }) {
  const { t, i18n } = useTranslation('downloadActivity');
  const busy = days.filter(({ downloads, bytes }) => downloads > 0 || bytes > 0).reverse();
  if (busy.length === 0) return <p className={styles.empty}>{t('chart.empty')}</p>;
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <details className={styles.details}>
      <summary>{t('chart.table')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('chart.table')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('chart.day')}</th>
              <th scope="col">{t('chart.downloads')}</th>
              <th scope="col">{t('chart.completed')}</th>
              <th scope="col">{t('chart.bytes')}</th>
            </tr>
          </thead>
          <tbody>
            {busy.map(({ day, downloads, completed, bytes }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day, i18n.language)}</th>
                <td>{number.format(downloads)}</td>
                <td>{number.format(completed)}</td>
                <td>{formatSize(bytes, i18n.language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
