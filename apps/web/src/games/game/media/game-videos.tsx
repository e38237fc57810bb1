// The videos of a game, with a card for each stored link. No external requests are made until the user presses play:
// the card's picture is stored on this server.
import type { Game } from '@cellar/contract/games/games.ts';
import { videoIdOf } from '@cellar/contract/games/rules/videos.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CardGrid } from '#ui/lists/card-grid.tsx';
import styles from './game-videos.module.css';
import { VideoCard } from './video-card.tsx';

export interface GameVideosProps {
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
      <Heading id={headingId} className={styles.heading}>
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
