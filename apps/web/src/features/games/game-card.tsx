// One game of the grid: a real link, so that a middle click opens it in a tab of its own.
import type { GameListItem } from '@cellar/contract/games.ts';
import { Link } from 'react-router';
import { Cover } from '#ui/cover.tsx';
import styles from './game-card.module.css';

export interface GameCardProps {
  game: GameListItem;
  /** The query part of the URL that opens the game. */
  search: string;
  isEager: boolean;
}

export function GameCard({ game, search, isEager }: GameCardProps) {
  return (
    <Link className={styles.card} to={{ search }} state={{ isFromList: true }} preventScrollReset>
      <span className={styles.cover}>
        <Cover title={game.title} url={game.boxArtUrl} isEager={isEager} />
      </span>
      <span className={styles.title}>{game.title}</span>
    </Link>
  );
}
