// The games that were downloaded most in the chart's days: a list, with bars only for the eye.
import type { ActivityStats } from '@cellar/contract/download-activity.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { gamePath } from '#app/paths.ts';
import { formatSize } from '#lib/format.ts';
import styles from './activity-chart.module.css';

export function TopGames({ games }: { games: ActivityStats['games'] }) {
  const { t, i18n } = useTranslation('downloadActivity');
  if (games.length === 0) return null;
  const most = Math.max(1, ...games.map(({ downloads }) => downloads));
  return (
    <div className={styles.top}>
      <h3>{t('chart.top')}</h3>
      <ol className={styles.games} aria-label={t('chart.top')}>
        {games.map(({ gameTitle, game, downloads, bytes }) => (
          <li key={game?._id ?? `deleted ${gameTitle}`} className={styles.game}>
            <span className={styles.title}>
              {game ? <Link to={gamePath(game._id)}>{gameTitle}</Link> : gameTitle}
            </span>
            <span className={styles.amount}>
              {t('chart.times', { count: downloads })} · {formatSize(bytes, i18n.language)}
            </span>
            <span className={styles.track} aria-hidden>
              <span className={styles.fill} style={{ width: `${(100 * downloads) / most}%` }} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
