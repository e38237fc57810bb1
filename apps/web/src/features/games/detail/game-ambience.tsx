// The cover again, large and blurred, as light behind the head of a game. Used by the overlay and the page.
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
      {/* Of a blur the smallest picture is as good as the largest. */}
      <Cover title={title} url={url} thumbhash={thumbhash} sizes="1px" isEager />
    </div>
  );
}
