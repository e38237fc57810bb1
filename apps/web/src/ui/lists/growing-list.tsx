// A list that may be long. It shows its first entries, and adds more when its end becomes visible or the button is
// pressed.
import { Button } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from './growing-list.module.css';

export interface GrowingListProps<T> {
  label: string;
  items: readonly T[];
  /** The number of entries shown at first. */
  first: number;
  /** The number of entries that are added at a time. */
  step?: number;
  /** Whether the list grows only when the button is pressed, so that content below stays reachable. */
  onlyOnPress?: boolean;
  keyOf(item: T): string;
  render(item: T): ReactNode;
  moreLabel(hidden: number): string;
}

export function GrowingList<T>(props: GrowingListProps<T>) {
  const { label, items, first, step = 50, onlyOnPress = false, keyOf, render, moreLabel } = props;
  const [count, setCount] = useState(first);
  const end = useRef<HTMLButtonElement>(null);
  const grow = () => setCount(count + step);
  const hidden = items.length - count;
  useNear(end, !onlyOnPress && hidden > 0, count, grow);
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {items.slice(0, count).map((item) => (
          <li key={keyOf(item)}>{render(item)}</li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button ref={end} className={styles.more} variant="subtle" size="sm" onClick={grow}>
          {moreLabel(hidden)}
        </Button>
      )}
    </>
  );
}

/** Calls `onNear` when the end comes near. Observes again after each growth, because the end may still be near. */
function useNear(end: RefObject<Element | null>, isOn: boolean, count: number, onNear: () => void): void {
  const handleNear = useEffectEvent(onNear);
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes again for each count
  useEffect(() => {
    if (!isOn || !end.current) return;
    const observer = new IntersectionObserver(
      // On a busy machine one call reports several changes. The last one is the current state.
      (changes) => {
        if (changes.at(-1)?.isIntersecting) handleNear();
      },
      { rootMargin: '50% 0%' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, isOn, count]);
}
