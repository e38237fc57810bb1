// The games that were downloaded most in the chart's days.
import type { ActivityStats } from '@cellar/contract/download-activity.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { gamePath } from '#app/paths.ts';
import { formatSize } from '#lib/format.ts';
import { AmountBars } from '#ui/lists/amount-bars.tsx';
import styles from './activity-chart.module.css';

export function TopGames({ games }: { games: ActivityStats['games'] }) {
  const { t, i18n } = useTranslation('downloadActivity');
  if (games.length === 0) return null;
  return (
    <div className={styles.top}>
      <h3>{t('chart.top')}</h3>
      <AmountBars
        label={t('chart.top')}
        bars={games.map(({ gameTitle, game, downloads, bytes }) => ({
          key: game?._id ?? `deleted ${gameTitle}`,
          label: game ? <Link to={gamePath(game._id)}>{gameTitle}</Link> : gameTitle,
          value: downloads,
          amount: `${t('chart.times', { count: downloads })} · ${formatSize(bytes, i18n.language)}`,
        }))}
      />
    </div>
  );
}
