// The grid of covers, and its skeleton. Used by the catalogue.
import type { GameListItem } from '@cellar/contract/games.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { GameCard } from './game-card.tsx';
import styles from './game-grid.module.css';

/** Covers above the fold on a large screen: these are not lazy. */
const eagerCards = 12;

export interface GameGridProps {
  games: GameListItem[];
  searchOf(id: string): string;
  /** Skeleton cards after the games. */
  skeletons: number;
}

export function GameGrid({ games, searchOf, skeletons }: GameGridProps) {
  return (
    <ul className={styles.grid}>
      {games.map((game, index) => (
        <li key={game._id}>
          <GameCard game={game} search={searchOf(game._id)} isEager={index < eagerCards} />
        </li>
      ))}
      {Array.from({ length: skeletons }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
        <li key={index} className={styles.skeleton} aria-hidden>
          <Skeleton isCover />
          <Skeleton width="70%" height="0.875rem" />
        </li>
      ))}
    </ul>
  );
}
