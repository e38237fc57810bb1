// The screenshots of a game as thumbnails that open the viewer.
import type { Game } from '@cellar/contract/games/games.ts';
import { artworkSrcSet, artworkUrlAt } from '@cellar/contract/games/rules/artwork.ts';
import { videoIdOf, videoPlayerUrl } from '@cellar/contract/games/rules/videos.ts';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '#lib/lazy-code.ts';
import { CardGrid } from '#ui/lists/card-grid.tsx';
import styles from './game-media.module.css';

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

// The videos of a game, with a card for each stored link. No external requests are made until the user presses play:
// the card's picture is stored on this server.

interface GameVideosProps {
  game: Pick<Game, 'title' | 'boxArtUrl' | 'gameplayImages' | 'videos'>;
  heading: 'h2' | 'h3';
}

export function GameVideos({ game, heading: Heading }: GameVideosProps) {
  const { t } = useTranslation('game');
  const headingId = useId();
  const { title, boxArtUrl, gameplayImages } = game;
  // A link without a video id cannot be played.
  const ids = [...new Set(game.videos.flatMap((link) => videoIdOf(link) ?? []))];
  if (ids.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <Heading id={headingId} className={styles.gameVideosHeading}>
        {t('videos')}
      </Heading>
      <p className={styles.note}>{t('videosNote')}</p>
      <CardGrid size="medium">
        {ids.map((id, index) => (
          <li key={id}>
            <VideoCard
              id={id}
              playLabel={t('playVideo', { number: index + 1, total: ids.length })}
              title={t('video', { number: index + 1, title })}
              poster={gameplayImages[index % gameplayImages.length] ?? boxArtUrl}
            />
          </li>
        ))}
      </CardGrid>
    </section>
  );
}

interface VideoCardProps {
  id: string;
  playLabel: string;
  title: string;
  poster: string | null;
}

/** A video: a picture with a play button, which the player replaces when pressed. */
function VideoCard({ id, playLabel, title, poster }: VideoCardProps) {
  const [isPlaying, setPlaying] = useState(false);
  if (isPlaying) return <Player id={id} title={title} />;
  return (
    <button type="button" className={styles.frame} aria-label={playLabel} onClick={() => setPlaying(true)}>
      {poster && (
        <img
          className={styles.poster}
          sizes="(max-width: 40em) 92vw, 24rem"
          srcSet={artworkSrcSet(poster)}
          src={artworkUrlAt(poster, 400)}
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
      <span className={styles.play} aria-hidden>
        <IconPlayerPlayFilled size={26} />
      </span>
    </button>
  );
}

function Player({ id, title }: { id: string; title: string }) {
  return (
    <iframe
      // Takes over the focus from the button it replaces.
      ref={focusOnce}
      className={styles.frame}
      src={videoPlayerUrl(id)}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      // The player does not work without a referrer.
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}

function focusOnce(frame: HTMLIFrameElement | null): void {
  frame?.focus();
}
