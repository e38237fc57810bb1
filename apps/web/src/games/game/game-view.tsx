// A game, in the overlay and on its own page. The page passes in content of other features.
import type { Game, GameListItem } from '@cellar/contract/games/games.ts';
import { yearOf } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Cover } from '#ui/covers/cover.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { useGenreName } from '../genre-name.ts';
import { GameFacts, type GameFactsProps } from './game-facts.tsx';
import { GameBackdrop, HiddenMark, isLongTitle } from './game-head.tsx';
import styles from './game-view.module.css';
import { GameVideos, ScreenshotGallery } from './media/game-media.tsx';

type Place = 'overlay' | 'page';

export interface GameViewProps {
  game: Game;
  place: Place;
  /** The way back from the page. */
  back?: ReactNode;
  isAdmin: boolean;
  downloads: ReactNode;
  /** The member's marks, and the menu of the game. */
  actions: ReactNode;
  /** Updates, extras and cheat files. */
  further: ReactNode;
  genrePath?: GameFactsProps['genrePath'];
}

export function GameView(props: GameViewProps) {
  const { game, place, back, isAdmin, downloads, actions, further, genrePath } = props;
  const { t } = useTranslation('game');
  const { title, description } = game;
  const heading = place === 'page' ? 'h2' : 'h3';
  return (
    <article className={styles.view} data-place={place}>
      <GameBackdrop game={game} />
      {back && <div className={styles.back}>{back}</div>}
      <div className={styles.side}>
        <GameCover game={game} alt={t('boxArt', { title })} />
        <section className={styles.facts} aria-label={t('details')}>
          <GameFacts game={game} isComplete genrePath={genrePath} />
        </section>
      </div>
      <header className={styles.head}>
        <Title place={place} title={title} />
        <Brief game={game} />
        {game.isHidden && <HiddenMark game={game} isAdmin={isAdmin} />}
      </header>
      <div className={styles.words}>
        {downloads}
        <div className={styles.actions}>{actions}</div>
        {description && <Description text={description} mayCut={place === 'overlay'} />}
      </div>
      <div className={styles.more}>
        <ScreenshotGallery game={game} heading={heading} />
        <GameVideos game={game} heading={heading} />
        {further}
      </div>
    </article>
  );
}

interface GameCoverProps {
  game: Pick<GameListItem, 'title' | 'boxArtUrl' | 'boxArtThumbhash'>;
  alt?: string;
}

function GameCover({ game: { title, boxArtUrl, boxArtThumbhash }, alt }: GameCoverProps) {
  return (
    <div className={styles.cover}>
      <Cover
        title={title}
        url={boxArtUrl}
        thumbhash={boxArtThumbhash}
        sizes="(max-width: 40em) 6rem, 17rem"
        alt={alt}
        isEager
      />
    </div>
  );
}

function Title({ place, title }: { place: Place; title: string }) {
  const Heading = place === 'page' ? 'h1' : 'h2';
  return (
    <Heading className={styles.title} data-long={isLongTitle(title) || undefined}>
      {title}
    </Heading>
  );
}

const shownGenres = 3;

/** What the game is, in one line: “2010 · Wildfire Games · Strategy, Historical”. */
function Brief({ game: { releaseDate, developer, genres } }: { game: Game }) {
  const genreName = useGenreName();
  const year = yearOf(releaseDate);
  const facts = [year > 0 && String(year), developer, genres.slice(0, shownGenres).map(genreName).join(', ')];
  const line = facts.filter(Boolean).join(' · ');
  return line && <p className={styles.brief}>{line}</p>;
}

/** In characters; exceeds the visible lines at any width. */
const longText = 700;
const manyLines = 10;

interface DescriptionProps {
  text: string;
  /** Whether to cut a long text, so that the pictures stay near. It can be expanded. */
  mayCut: boolean;
}

function Description({ text, mayCut }: DescriptionProps) {
  const { t } = useTranslation('game');
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const isLong = mayCut && (text.length > longText || text.split('\n').length > manyLines);
  return (
    <div>
      <p id={id} className={styles.text} data-cut={(isLong && !isWhole) || undefined}>
        {text}
      </p>
      {isLong && (
        <Button
          variant="subtle"
          size="compact-md"
          className={styles.readMore}
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {t(isWhole ? 'readLess' : 'readMore')}
        </Button>
      )}
    </div>
  );
}

interface GameViewSkeletonProps {
  place: Place;
  /** The game's data from the list. */
  preview?: GameListItem | undefined;
}

export function GameViewSkeleton({ place, preview }: GameViewSkeletonProps) {
  const { t } = useTranslation('game');
  const label = preview ? t('loading', { title: preview.title }) : t('page.loading');
  return (
    <div className={styles.view} data-place={place} role="status" aria-label={label}>
      {preview && <GameBackdrop game={preview} />}
      {place === 'page' && <div className={styles.back} />}
      <div className={styles.side}>
        {preview ? (
          <GameCover game={preview} />
        ) : (
          <div className={styles.cover}>
            <Skeleton isCover />
          </div>
        )}
      </div>
      <div className={styles.head}>
        {preview ? <Title place={place} title={preview.title} /> : <Skeleton width="60%" height="2.5rem" />}
        <Skeleton width="14rem" height="1.25rem" />
      </div>
      <div className={styles.words}>
        <Skeleton height="8rem" />
        <Skeleton width="55%" height="2.25rem" />
        <Skeleton height="5rem" />
      </div>
    </div>
  );
}
