// Buttons for the previous and next page of a list. Hidden if there is only one page.

import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../layout.module.css';
import styles from './long-list.module.css';

export interface PagerProps {
  page: number;
  totalPages: number;
  /** The accessible name of the navigation. */
  label: string;
  onPage(page: number): void;
}

export interface LastPageOptions {
  page: number;
  /** Undefined until the first answer. */
  totalPages: number | undefined;
  onPage(page: number): void;
}

/** Goes to the last page if the current page does not exist, for example after entries were deleted. */
export function useLastPage({ page, totalPages, onPage }: LastPageOptions): void {
  const go = useEffectEvent(onPage);
  const last = totalPages === undefined ? undefined : Math.max(1, totalPages);
  useEffect(() => {
    if (last !== undefined && page > last) go(last);
  }, [page, last]);
}

export function Pager({ page, totalPages, label, onPage }: PagerProps) {
  const { t } = useTranslation();
  const nav = useRef<HTMLElement>(null);
  if (totalPages <= 1 && page <= 1) return null;
  const go = (to: number) => {
    onPage(to);
    // Scrolls to the top of the section, where the new page begins.
    nav.current?.closest('section')?.scrollIntoView({ block: 'start' });
  };
  return (
    <nav ref={nav} className={styles.pager} aria-label={label}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconChevronLeft size={16} />}
        disabled={page <= 1}
        onClick={() => go(Math.min(page - 1, totalPages))}
      >
        {t('pager.previous')}
      </Button>
      <span className={styles.position} aria-live="polite">
        {t('pager.position', { page, total: totalPages })}
      </span>
      <Button
        variant="default"
        size="sm"
        rightSection={<IconChevronRight size={16} />}
        disabled={page >= totalPages}
        onClick={() => go(page + 1)}
      >
        {t('pager.next')}
      </Button>
    </nav>
  );
}

// A list that may be long. It shows its first entries, and adds more when its end becomes visible or the button is
// pressed.

interface GrowingListProps<T> {
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
        <Button ref={end} className={layout.apart3} variant="subtle" size="sm" onClick={grow}>
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
