// The strip of letters beside a list sorted by title. A click, a drag or a key jumps to the first game of a letter.
// Assistive technology sees a single slider. Loaded when the list is first sorted by title.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { type GameList, gameLettersQuery } from '../games.queries.ts';
import type { IndexRange } from './grid/page-window.ts';
import styles from './letter-strip.module.css';
import { currentLetter, nearestWithGames, nextWithGames, type StripLetter, stripLetters } from './letters.ts';

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
