// A game in the overlay. The page passes in content of other features. game-profile.tsx shows a game on its own page.
import type { Game, GameListItem } from '@cellar/contract/games/games.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Cover } from '#ui/covers/cover.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { GameBackdrop } from './game-backdrop.tsx';
import { GameDescription } from './game-description.tsx';
import styles from './game-detail.module.css';
import { GameFacts } from './game-facts.tsx';
import { GameLinks } from './game-links.tsx';
import { HiddenMark } from './hidden-mark.tsx';
import { isLongTitle } from './long-title.ts';
import { GameVideos } from './media/game-videos.tsx';
import { ScreenshotGallery } from './media/screenshot-gallery.tsx';

const coverSizes = '(max-width: 40em) 7rem, 17rem';

export interface GameDetailProps {
  game: Game;
  mayEdit: boolean;
  /** As of `GameLinks`. */
  contributePath: string | undefined;
  downloads: ReactNode;
  /** What the member notes about the game. */
  marks: ReactNode;
  /** Updates, extras and cheat files. */
  further: ReactNode;
}

export function GameDetail(props: GameDetailProps) {
  const { game, mayEdit, contributePath, downloads, marks, further } = props;
  const { t } = useTranslation('game');
  const { _id, title, description, boxArtUrl, boxArtThumbhash } = game;
  return (
    <article className={styles.detail}>
      <GameBackdrop game={game} />
      <div className={styles.cover}>
        <Cover
          title={title}
          url={boxArtUrl}
          thumbhash={boxArtThumbhash}
          sizes={coverSizes}
          alt={t('boxArt', { title })}
          isEager
        />
      </div>
      <div className={styles.words}>
        <h2 className={styles.title} data-long={isLongTitle(title) || undefined}>
          {title}
        </h2>
        {game.isHidden && <HiddenMark game={game} isAdmin={mayEdit} />}
        <div>{downloads}</div>
        <div className={styles.marks}>{marks}</div>
        {description && <GameDescription text={description} />}
        <GameLinks id={_id} hasPage mayEdit={mayEdit} contributePath={contributePath} />
        <div className={styles.facts}>
          <GameFacts game={game} isComplete />
        </div>
      </div>
      <div className={styles.more}>
        <ScreenshotGallery game={game} heading="h3" />
        <GameVideos game={game} heading="h3" />
        {further}
      </div>
    </article>
  );
}

/** Shows the data that the list already contains. */
export function GameDetailSkeleton({ preview }: { preview: GameListItem | undefined }) {
  const { t } = useTranslation('game');
  const { title, boxArtUrl = null, boxArtThumbhash = null } = preview ?? {};
  return (
    <div className={styles.detail} role="status" aria-label={t('loading', { title: title ?? '' })}>
      {preview && <GameBackdrop game={preview} />}
      <div className={styles.cover}>
        {title ? (
          <Cover title={title} url={boxArtUrl} thumbhash={boxArtThumbhash} sizes={coverSizes} isEager />
        ) : (
          <Skeleton isCover />
        )}
      </div>
      <div className={styles.words}>
        {title ? (
          <h2 className={styles.title} data-long={isLongTitle(title) || undefined}>
            {title}
          </h2>
        ) : (
          <Skeleton width="60%" height="2rem" />
        )}
        <Skeleton width="14rem" height="1.75rem" />
        <Skeleton height="6.5rem" />
        <Skeleton height="0.9rem" />
        <Skeleton width="92%" height="0.9rem" />
        <Skeleton width="55%" height="0.9rem" />
      </div>
    </div>
  );
}
