// A large, blurred cover as the background of a game.
import { Cover } from '#ui/covers/cover.tsx';
import styles from './game-ambience.module.css';

export interface GameAmbienceProps {
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
