// The platform files of a game: one button each. The one for the visitor's system is filled, the others are quieter.
import type { Game } from '@cellar/contract/games/games.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownSystem } from '#lib/own-system.ts';
import { keepFocus } from '#ui/keep-focus.ts';
import { pastSpeed } from '../engine/past-speed.ts';
import { DownloadOption } from './download-option.tsx';
import styles from './download-options.module.css';
import { mainFileFirst } from './main-file.ts';

export function DownloadOptions({ game, place }: { game: Game; place: 'overlay' | 'page' }) {
  const { t } = useTranslation('downloads');
  const headingId = useId();
  // Read once, so that the estimate does not change while a download runs.
  const [speed] = useState(pastSpeed);
  const [system] = useState(() => ownSystem());
  const Heading = place === 'page' ? 'h2' : 'h3';
  if (game.gameFiles.length === 0) return null;
  return (
    <section ref={keepFocus} aria-labelledby={headingId} className={styles.section}>
      <Heading id={headingId} className={styles.heading}>
        {t(place === 'page' ? 'download' : 'options')}
      </Heading>
      <ul className={styles.options}>
        {mainFileFirst(game.gameFiles, system).map((file, index) => (
          <li key={file.platform} className={styles.place} data-main={index === 0 || undefined}>
            <DownloadOption
              gameId={game._id}
              title={game.title}
              file={file}
              isMain={index === 0}
              speed={index === 0 ? speed : undefined}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
