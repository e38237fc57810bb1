// The strip of letters beside a list sorted by title. A click, a drag or a key jumps to the first game of a letter.
// Assistive technology sees a single slider. Loaded when the list is first sorted by title.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { type GameList, gameLettersQuery } from '../games.queries.ts';
import type { IndexRange } from './grid/game-list.ts';
import styles from './letter-strip.module.css';

export interface LetterStripProps {
  list: GameList;
  inView: IndexRange;
  onJump(index: number): void;
}

export function LetterStrip({ list, inView, onJump }: LetterStripProps) {
  const { t } = useTranslation('games');
  const { data } = useQuery(gameLettersQuery(useApi(), list));
  const letters = stripLetters(data?.letters ?? [], list.sort === 'titleDesc', inView);
  const [jumped, setJumped] = useState<number>();
  const jumpTo = (index: number | undefined) => {
    const position = index === undefined ? undefined : letters[index]?.position;
    if (position === undefined) return;
    setJumped(index);
    onJump(position);
  };
  const { dragged, ...dragHandlers } = useDrag(letters, jumpTo);
  const current = dragged ?? currentLetter(letters, jumped);
  const handleKeyDown = (event: KeyboardEvent) => {
    const index = indexAfterKey(event, letters, current);
    if (index === undefined) return;
    event.preventDefault();
    jumpTo(index);
  };
  if (!data) return null;
  return (
    <div
      {...dragHandlers}
      className={styles.strip}
      role="slider"
      aria-label={t('letters')}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={letters.length - 1}
      aria-valuenow={current}
      aria-valuetext={letters[current]?.letter}
      tabIndex={0}
      onKeyDown={handleKeyDown}
    >
      {letters.map(({ letter, position, isCurrent }, index) => (
        <span
          key={letter}
          className={styles.letter}
          data-has-games={position !== undefined || undefined}
          data-current={(dragged === undefined ? isCurrent : dragged === index) || undefined}
        >
          {letter}
        </span>
      ))}
    </div>
  );
}

/** Calls `onJump` with the index of each letter that the pointer is dragged to. */
function useDrag(letters: readonly StripLetter[], onJump: (index: number | undefined) => void) {
  const [dragged, setDragged] = useState<number>();
  // Measured when a drag starts, because the first jump may move the strip.
  const box = useRef({ top: 0, height: 1 });
  const handlePointer = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointerdown') {
      event.currentTarget.setPointerCapture(event.pointerId);
      box.current = event.currentTarget.getBoundingClientRect();
    } else if (dragged === undefined) return;
    const { top, height } = box.current;
    const pointed = Math.floor(((event.clientY - top) / height) * letters.length);
    const index = nearestWithGames(letters, pointed);
    if (index !== dragged) onJump(index);
    setDragged(index);
  };
  const endDrag = () => setDragged(undefined);
  return {
    dragged,
    onPointerDown: handlePointer,
    onPointerMove: handlePointer,
    onPointerUp: endDrag,
    onPointerCancel: endDrag,
  };
}

/** Letter keys jump to a letter; arrow keys move along the strip. */
function indexAfterKey(
  event: KeyboardEvent,
  letters: readonly StripLetter[],
  current: number,
): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === 'ArrowDown' || event.key === 'ArrowRight') return nextWithGames(letters, current, 1);
  if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') return nextWithGames(letters, current, -1);
  if (event.key === 'Home') return nearestWithGames(letters, 0);
  if (event.key === 'End') return nearestWithGames(letters, letters.length - 1);
  const index = letters.findIndex(({ letter }) => letter === event.key.toUpperCase());
  return index === -1 || letters[index]?.position === undefined ? undefined : index;
}

// The letters of the strip, and the list positions they lead to.

interface StripLetter {
  letter: string;
  /** The index of its first game; undefined if it has none. */
  position: number | undefined;
  /** Whether one of its games is visible. */
  isCurrent: boolean;
}

const alphabet = ['#', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '…'];

/** The letters that have games, as returned by the server, in list order. */
type LettersWithGames = readonly { letter: string; position: number }[];

export function stripLetters(
  withGames: LettersWithGames,
  isDescending: boolean,
  inView: IndexRange,
): StripLetter[] {
  const order = isDescending ? alphabet.toReversed() : alphabet;
  return order.map((letter) => {
    const at = withGames.findIndex((one) => one.letter === letter);
    const begin = withGames[at]?.position;
    if (begin === undefined) return { letter, position: undefined, isCurrent: false };
    const end = withGames[at + 1]?.position ?? Number.POSITIVE_INFINITY;
    return { letter, position: begin, isCurrent: begin <= inView.last && end > inView.first };
  });
}

/** Returns the index of the nearest letter that has games. */
export function nearestWithGames(letters: readonly StripLetter[], index: number): number | undefined {
  const withGames = [...letters.keys()].filter((one) => letters[one]?.position !== undefined);
  return withGames.toSorted((a, b) => Math.abs(a - index) - Math.abs(b - index))[0];
}

/**
 * Returns the index of the letter last jumped to while one of its games is visible, otherwise of the first visible
 * letter.
 */
export function currentLetter(letters: readonly StripLetter[], jumped: number | undefined): number {
  if (jumped !== undefined && letters[jumped]?.isCurrent) return jumped;
  return Math.max(
    0,
    letters.findIndex(({ isCurrent }) => isCurrent),
  );
}

/** Returns the index of the next letter with games in a direction, or `index` if there is none. */
export function nextWithGames(letters: readonly StripLetter[], index: number, step: 1 | -1): number {
  let next = index + step;
  while (letters[next] && letters[next]?.position === undefined) next += step;
  return letters[next] ? next : index;
}
