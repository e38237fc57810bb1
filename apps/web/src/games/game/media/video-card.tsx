// A video: a picture with a play button, which the player replaces when pressed.
import { artworkSrcSet, artworkUrlAt } from '@cellar/contract/games/rules/artwork.ts';
import { videoPlayerUrl } from '@cellar/contract/games/rules/videos.ts';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './video-card.module.css';

export interface VideoCardProps {
  id: string;
  playLabel: string;
  title: string;
  poster: string | null;
}

export function VideoCard({ id, playLabel, title, poster }: VideoCardProps) {
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
