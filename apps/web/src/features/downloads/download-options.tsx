// The files of one game, each with its way to the reader's disk. Stands in the game's overlay.
import type { Game } from '@cellar/contract/games.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DownloadOption } from './download-option.tsx';
import styles from './download-options.module.css';

export function DownloadOptions({ game }: { game: Game }) {
  const { t } = useTranslation('downloads');
  const headingId = useId();
  if (game.gameFiles.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        {t('options')}
      </h3>
      <ul className={styles.list}>
        {game.gameFiles.map((file) => (
          <li key={file.platform}>
            <DownloadOption gameId={game._id} title={game.title} file={file} />
          </li>
        ))}
      </ul>
    </section>
  );
}
