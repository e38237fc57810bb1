import type { Game } from '@cellar/contract/games/games.ts';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import cards from '#ui/lists/cards.module.css';
import { PlatformIcon } from './platform-icon.tsx';
import styles from './visitor-downloads.module.css';

/** `children` holds the link to the login page. */
export function VisitorDownloads({ game, children }: { game: Game; children: ReactNode }) {
  const { t, i18n } = useTranslation('downloads');
  const headingId = useId();
  if (game.gameFiles.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{t('download')}</h2>
      <ul className={`${cards.list} ${styles.list}`}>
        {game.gameFiles.map(({ platform, icon, fileSize }) => (
          <li key={platform} className={`${cards.card} ${styles.file}`}>
            <PlatformIcon platform={platform} icon={icon} />
            <span className={styles.platform}>{platform}</span>
            <span className={styles.size}>{formatSize(fileSize, i18n.language)}</span>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
