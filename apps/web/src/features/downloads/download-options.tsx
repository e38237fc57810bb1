import type { Game } from '@cellar/contract/games.ts';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepFocus } from '#ui/keep-focus.ts';
import { CardGrid } from '#ui/lists/card-grid.tsx';
import { DownloadOption } from './download-option.tsx';
import styles from './download-options.module.css';

export function DownloadOptions({ game, place }: { game: Game; place: 'overlay' | 'page' }) {
  const { t } = useTranslation('downloads');
  const headingId = useId();
  const [hasDigests, setDigests] = useState(false);
  const Heading = place === 'page' ? 'h2' : 'h3';
  if (game.gameFiles.length === 0) return null;
  return (
    <section
      ref={keepFocus}
      aria-labelledby={headingId}
      className={styles.section}
      data-digests={hasDigests || undefined}
    >
      <Heading id={headingId} className={styles.heading}>
        {t(place === 'page' ? 'download' : 'options')}
      </Heading>
      <CardGrid size="large">
        {game.gameFiles.map((file) => (
          <li key={file.platform}>
            <DownloadOption gameId={game._id} title={game.title} file={file} />
          </li>
        ))}
      </CardGrid>
      <Button
        className={styles.digests}
        variant="subtle"
        size="compact-md"
        aria-expanded={hasDigests}
        onClick={() => setDigests(!hasDigests)}
      >
        {t(hasDigests ? 'hideSha256' : 'showSha256')}
      </Button>
    </section>
  );
}
