// The strip of letters beside a list sorted by title. A click, a drag or a key jumps to the first game of a letter.
// Assistive technology sees a single slider. Loaded when the list is first sorted by title.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { type GameList, gameLettersQuery } from '../games.queries.ts';
import type { View } from '../grid/page-window.ts';
import styles from './letter-strip.module.css';
import { currentSign, litAfter, nearestLit, type Sign, signsOf } from './letters.ts';

export interface LetterStripProps {
  list: GameList;
  inView: View;
  onJump(index: number): void;
}

export function LetterStrip({ list, inView, onJump }: LetterStripProps) {
  const { t } = useTranslation('games');
  const { data } = useQuery(gameLettersQuery(useApi(), list));
  const [dragged, setDragged] = useState<number>();
  // Measured when a drag starts, because the first jump may move the strip.
  const box = useRef({ top: 0, height: 1 });
  const signs = signsOf(data?.letters ?? [], list.sort === 'titleDesc', inView);
  const [jumped, setJumped] = useState<number>();
  const current = dragged ?? currentSign(signs, jumped);
  const jumpTo = (index: number | undefined) => {
    const position = index === undefined ? undefined : signs[index]?.position;
    if (position === undefined) return;
    setJumped(index);
    onJump(position);
  };
  const handlePointer = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointerdown') {
      event.currentTarget.setPointerCapture(event.pointerId);
      box.current = event.currentTarget.getBoundingClientRect();
    } else if (dragged === undefined) return;
    const { top, height } = box.current;
    const index = nearestLit(signs, Math.floor(((event.clientY - top) / height) * signs.length));
    if (index !== dragged) jumpTo(index);
    setDragged(index);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const index = indexAfterKey(event, signs, current);
    if (index === undefined) return;
    event.preventDefault();
    jumpTo(index);
  };
  const endDrag = () => setDragged(undefined);
  if (!data) return null;
  return (
    <div
      className={styles.strip}
      role="slider"
      aria-label={t('letters')}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={signs.length - 1}
      aria-valuenow={current}
      aria-valuetext={signs[current]?.sign}
      tabIndex={0}
      onPointerDown={handlePointer}
      onPointerMove={handlePointer}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      onKeyDown={handleKeyDown}
    >
      {signs.map(({ sign, position, isCurrent }, index) => (
        <span
          key={sign}
          className={styles.letter}
          data-lit={position !== undefined || undefined}
          data-current={(dragged === undefined ? isCurrent : dragged === index) || undefined}
        >
          {sign}
        </span>
      ))}
    </div>
  );
}

/** Letter keys jump to a letter; arrow keys move along the strip. */
function indexAfterKey(event: KeyboardEvent, signs: readonly Sign[], current: number): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === 'ArrowDown' || event.key === 'ArrowRight') return litAfter(signs, current, 1);
  if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') return litAfter(signs, current, -1);
  if (event.key === 'Home') return nearestLit(signs, 0);
  if (event.key === 'End') return nearestLit(signs, signs.length - 1);
  const index = signs.findIndex(({ sign }) => sign === event.key.toUpperCase());
  return index === -1 || signs[index]?.position === undefined ? undefined : index;
}
