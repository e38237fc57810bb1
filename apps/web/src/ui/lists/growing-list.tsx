// A list that may be long: it begins with its first entries and grows when its end comes near, or only when asked. Used by
// lists of the admin's pages.
import { Button } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import styles from './growing-list.module.css';

export interface GrowingListProps<T> {
  label: string;
  items: readonly T[];
  /** How many at first. */
  first: number;
  /** Where something follows below that must stay in reach. */
  onlyWhenAsked?: boolean;
  /** Told how many are shown from now on. */
  onGrow?(shown: number): void;
  keyOf(item: T): string;
  render(item: T): ReactNode;
  moreLabel(hidden: number): string;
}

const step = 50;

export function GrowingList<T>(props: GrowingListProps<T>) {
  const { label, items, first, onlyWhenAsked = false, onGrow, keyOf, render, moreLabel } = props;
  const [count, setCount] = useState(first);
  const end = useRef<HTMLButtonElement>(null);
  const grow = () => {
    setCount(count + step);
    onGrow?.(count + step);
  };
  const hidden = items.length - count;
  useNear(end, !onlyWhenAsked && hidden > 0, count, grow);
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

/** Looks anew after each growth: the end may still be near then. */
function useNear(end: RefObject<Element | null>, isOn: boolean, count: number, onNear: () => void): void {
  const listener = useRef(onNear);
  useEffect(() => {
    listener.current = onNear;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is why it looks anew
  useEffect(() => {
    if (!isOn || !end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) listener.current();
      },
      { rootMargin: '50% 0%' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, isOn, count]);
}
