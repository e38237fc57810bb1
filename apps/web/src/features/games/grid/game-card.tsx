// A cell of the grid: a game as a real link, so that a middle click opens a tab, or a skeleton while the game loads.
// Scrolling mounts thousands of cards, so a card is positioned by numbers and does not use the router.
import type { GameListItem } from '@cellar/contract/games.ts';
import { type KeyboardEvent, type MouseEvent, memo } from 'react';
import { Cover } from '#ui/covers/cover.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './game-card.module.css';

export interface GameCardProps {
  index: number;
  /** The length of the whole list; -1 if unknown. */
  total: number;
  top: number;
  left: number;
  width: number;
  game: GameListItem | undefined;
  /** The link to the game. It ends with the game's id. */
  href: string | undefined;
  isTabStop: boolean;
  isEager: boolean;
  onOpen(event: MouseEvent<HTMLAnchorElement>): void;
  onKeyDown(event: KeyboardEvent<HTMLAnchorElement>): void;
  onFocus(index: number): void;
}

export const GameCard = memo(function GameCard(props: GameCardProps) {
  const { index, total, top, left, width, game, href, isTabStop, isEager } = props;
  return (
    <li
      className={styles.place}
      style={{ width, top, left }}
      aria-hidden={(!game && !isTabStop) || undefined}
      aria-posinset={index + 1}
      aria-setsize={total}
    >
      <a
        className={styles.card}
        href={href}
        data-index={index}
        data-id={game?._id}
        tabIndex={isTabStop && game ? 0 : -1}
        onClick={props.onOpen}
        onKeyDown={props.onKeyDown}
        onFocus={() => props.onFocus(index)}
      >
        {game ? <Content game={game} width={width} isEager={isEager} /> : <Waiting />}
      </a>
    </li>
  );
});

function Content({ game, width, isEager }: { game: GameListItem; width: number; isEager: boolean }) {
  return (
    <>
      <span className={styles.cover}>
        <Cover
          title={game.title}
          url={game.boxArtUrl}
          thumbhash={game.boxArtThumbhash}
          sizes={`${Math.ceil(width)}px`}
          isEager={isEager}
        />
      </span>
      <span className={styles.title}>{game.title}</span>
    </>
  );
}

function Waiting() {
  return (
    <span className={styles.waiting}>
      <Skeleton isCover />
      <Skeleton width="70%" height="0.875rem" />
    </span>
  );
}
