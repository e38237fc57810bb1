// The screenshots of a game as thumbnails that open the viewer.
import type { Game } from '@cellar/contract/games/games.ts';
import { artworkSrcSet, artworkUrlAt } from '@cellar/contract/games/rules/artwork.ts';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '#lib/lazy-code.ts';
import { CardGrid } from '#ui/lists/card-grid.tsx';
import styles from './screenshot-gallery.module.css';

// Loaded on the first click, because the viewer is rarely opened.
const ScreenshotViewer = lazyComponent(
  async () => (await import('./screenshot-viewer.tsx')).ScreenshotViewer,
);

export interface ScreenshotGalleryProps {
  game: Pick<Game, 'title' | 'gameplayImages'>;
  heading: 'h2' | 'h3';
}

const sizes = '(max-width: 40em) 46vw, 20rem';

export function ScreenshotGallery({ game, heading: Heading }: ScreenshotGalleryProps) {
  const { t } = useTranslation('game');
  const headingId = useId();
  const [opened, setOpened] = useState<number>();
  const { title, gameplayImages: urls } = game;
  if (urls.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <Heading id={headingId} className={styles.heading}>
        {t('screenshots')}
      </Heading>
      <CardGrid size="small">
        {urls.map((url, index) => (
          <li key={url}>
            <button
              type="button"
              className={styles.open}
              aria-label={t('openScreenshot', { number: index + 1, total: urls.length })}
              onClick={() => setOpened(index)}
            >
              <img
                className={styles.image}
                sizes={sizes}
                srcSet={artworkSrcSet(url)}
                src={artworkUrlAt(url, 400)}
                alt=""
                width={400}
                height={225}
                loading="lazy"
                decoding="async"
              />
            </button>
          </li>
        ))}
      </CardGrid>
      {opened !== undefined && (
        <Suspense>
          <ScreenshotViewer title={title} urls={urls} start={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </section>
  );
}
