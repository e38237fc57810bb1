// The art behind the top of a game: its first screenshot, above the blurred cover, which is there at once.
import type { Game, GameListItem } from '@cellar/contract/games/games.ts';
import { artworkSrcSet, artworkUrlAt } from '@cellar/contract/games/rules/artwork.ts';
import { IconEyeOff } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Cover } from '#ui/covers/cover.tsx';
import styles from './game-head.module.css';

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

// A large, blurred cover as the background of a game.

interface GameAmbienceProps {
  title: string;
  url: string | null;
  thumbhash: string | null;
}

export function GameAmbience({ title, url, thumbhash }: GameAmbienceProps) {
  return (
    <div className={styles.ambience} aria-hidden>
      {/* The smallest picture is sufficient for a blur. */}
      <Cover title={title} url={url} thumbhash={thumbhash} sizes="1px" isEager />
    </div>
  );
}

// Tells an admin that members can't see a game, or its contributor that it waits for an admin.

export function HiddenMark({ game, isAdmin }: { game: Game; isAdmin: boolean }) {
  const { t } = useTranslation('game');
  return (
    <p className={styles.hidden}>
      <IconEyeOff size={17} stroke={1.7} aria-hidden />
      {game.contributionId === null ? t('hidden') : t(isAdmin ? 'waitingForAdmin' : 'waiting')}
    </p>
  );
}

// Long titles are set in smaller type.

const longTitle = 70;

export function isLongTitle(title: string): boolean {
  return title.length > longTitle;
}
