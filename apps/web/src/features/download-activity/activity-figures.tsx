import type { ActivityFigures as Figures } from '@cellar/contract/download-activity.ts';
import { useTranslation } from 'react-i18next';
import styles from './activity-figures.module.css';

const names = [
  'totalDownloads',
  'uniqueUsers',
  'uniqueGames',
  'inProgress',
] as const satisfies (keyof Figures)[];

/** Shows the figures of the whole log, regardless of the filter. */
export function ActivityFigures({ figures }: { figures: Figures | undefined }) {
  const { t, i18n } = useTranslation('downloadActivity');
  const format = new Intl.NumberFormat(i18n.language);
  return (
    <dl className={styles.figures}>
      {names.map((name) => (
        <div key={name} className={styles.figure}>
          <dt>{t(`figures.${name}`)}</dt>
          <dd>{figures ? format.format(figures[name]) : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
