// The art behind the top of a game: its first screenshot, above the blurred cover, which is there at once.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { artworkSrcSet, artworkUrlAt } from '@cellar/contract/games/rules/artwork.ts';
import { type SyntheticEvent, useState } from 'react';
import { Cover } from '#ui/covers/cover.tsx';
import styles from './game-backdrop.module.css';

export interface GameBackdropProps {
  game: Pick<GameListItem, 'title' | 'boxArtUrl' | 'boxArtThumbhash'> & { gameplayImages?: string[] };
}

export function GameBackdrop({ game }: GameBackdropProps) {
  const { title, boxArtUrl, boxArtThumbhash, gameplayImages = [] } = game;
  const url = gameplayImages[0];
  return (
    <div className={styles.backdrop} aria-hidden>
      <div className={styles.blurred}>
        {/* The smallest picture is sufficient for a blur. */}
        <Cover title={title} url={boxArtUrl} thumbhash={boxArtThumbhash} sizes="1px" isEager />
      </div>
      {url && <Art key={url} url={url} />}
    </div>
  );
}

/** Fades in once it is loaded. Its box has a fixed size. If it can't be loaded, the blurred cover remains. */
function Art({ url }: { url: string }) {
  const [isThere, setThere] = useState(false);
  const handleLoad = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    const show = () => setThere(true);
    currentTarget.decode().then(show, show);
  };
  return (
    <img
      className={styles.art}
      data-coming={!isThere || undefined}
      sizes="100vw"
      srcSet={artworkSrcSet(url)}
      src={artworkUrlAt(url, 800)}
      alt=""
      fetchPriority="low"
      decoding="async"
      onLoad={handleLoad}
    />
  );
}
