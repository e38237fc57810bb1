// A cell of the grid: a game as a real link, so that a middle click opens a tab, or a skeleton while the game loads.
// Scrolling mounts thousands of cards, so a card is positioned by numbers and does not use the router.

import type { GameListItem } from '@cellar/contract/games/games.ts';
import { type KeyboardEvent, type MouseEvent, memo, type PointerEvent, type ReactNode } from 'react';
import { Cover } from '#ui/covers/cover.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import layout from '#ui/layout.module.css';
import { CardBadges } from './card-badges.tsx';
import styles from './game-card.module.css';
import rowStyles from './game-row.module.css';

export interface GameCardProps {
  index: number;
  /** The length of the whole list; -1 if unknown. */
  total: number;
  top: number;
  left: number;
  width: number;
  isRow: boolean;
  game: GameListItem | undefined;
  /** The link to the game. It ends with the game's id. */
  href: string | undefined;
  isTabStop: boolean;
  isEager: boolean;
  /** A line above the card, where another part of the list begins. Its text is shown at the first game of that part. */
  divider: { label?: string | undefined } | undefined;
  isFavorite?: boolean;
  /** Whether the game was added since the member's last visit. */
  isNew?: boolean;
  /** Undefined while games are not being selected. */
  isSelected?: boolean | undefined;
  /** Renders facts and actions. Undefined while they are not shown. */
  renderPeek: ((game: GameListItem) => ReactNode) | undefined;
  onClick(event: MouseEvent<HTMLAnchorElement>): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  onFocus(index: number): void;
  onHover(index: number | undefined): void;
}

export const GameCard = memo(function GameCard(props: GameCardProps) {
  const { index, total, top, left, width, game, href, isTabStop, isRow, divider, isSelected, onHover } =
    props;
  const handleEnter = (event: PointerEvent) => event.pointerType === 'mouse' && onHover(index);
  return (
    <li
      className={isRow ? rowStyles.place : styles.place}
      style={{ width, top, left }}
      aria-hidden={(!game && !isTabStop) || undefined}
      aria-posinset={index + 1}
      aria-setsize={total}
      data-divided={divider ? true : undefined}
      onPointerEnter={handleEnter}
      onPointerLeave={() => onHover(undefined)}
      onKeyDown={props.onKeyDown}
    >
      {divider?.label && <span className={styles.divider}>{divider.label}</span>}
      <a
        className={isRow ? rowStyles.card : styles.card}
        href={href}
        data-index={index}
        data-id={game?._id}
        tabIndex={isTabStop && game ? 0 : -1}
        onClick={props.onClick}
        {...(isSelected !== undefined && asCheckbox(isSelected))}
        onFocus={() => props.onFocus(index)}
      >
        {game ? <Content {...props} game={game} /> : <Waiting isRow={isRow} />}
      </a>
      {game && props.renderPeek?.(game)}
    </li>
  );
});

type ContentProps = Pick<GameCardProps, 'width' | 'isRow' | 'isEager' | 'isFavorite' | 'isNew'> & {
  game: GameListItem;
};

function Content({ game, width, isRow, isEager, isFavorite = false, isNew = false }: ContentProps) {
  // In a row, the button beside it shows whether the game is a favorite.
  const hasStar = isFavorite && !isRow;
  const badges = (hasStar || isNew) && <CardBadges isFavorite={hasStar} isNew={isNew} />;
  return (
    <>
      <span className={isRow ? rowStyles.cover : styles.cover}>
        <Cover
          title={game.title}
          url={game.boxArtUrl}
          thumbhash={game.boxArtThumbhash}
          sizes={isRow ? '3rem' : `${Math.ceil(width)}px`}
          isEager={isEager}
        />
        {!isRow && badges}
      </span>
      <span className={isRow ? rowStyles.title : styles.title}>{game.title}</span>
      {isRow && badges}
    </>
  );
}

/** While games are being selected, the link is a checkbox. */
function asCheckbox(isSelected: boolean) {
  return { role: 'checkbox', 'aria-checked': isSelected, onKeyDown: clickOnSpace };
}

/** A checkbox reacts to the space bar, a link does not. */
function clickOnSpace(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

function Waiting({ isRow }: { isRow: boolean }) {
  return (
    <span className={isRow ? rowStyles.waiting : layout.stack3}>
      <Skeleton isCover />
      <Skeleton width="70%" height="0.875rem" />
    </span>
  );
}
