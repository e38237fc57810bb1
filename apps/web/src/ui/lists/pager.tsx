// The way from page to page of a list. Shows nothing when there is one page alone.
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import styles from './pager.module.css';

export interface PagerProps {
  page: number;
  totalPages: number;
  /** Names the navigation, and says where one is. */
  texts: { label: string; previous: string; next: string; position: string };
  onPage(page: number): void;
}

export interface LastPageOptions {
  page: number;
  /** Undefined until it is known. */
  totalPages: number | undefined;
  onPage(page: number): void;
}

/** An address may name a page that is not there, or not any more: the last one is shown in its place. */
export function useLastPage({ page, totalPages, onPage }: LastPageOptions): void {
  const go = useEffectEvent(onPage);
  const last = totalPages === undefined ? undefined : Math.max(1, totalPages);
  useEffect(() => {
    if (last !== undefined && page > last) go(last);
  }, [page, last]);
}

export function Pager({ page, totalPages, texts, onPage }: PagerProps) {
  const nav = useRef<HTMLElement>(null);
  if (totalPages <= 1 && page <= 1) return null;
  const go = (to: number) => {
    onPage(to);
    // The next page is read from its top, not from where the last one ended.
    nav.current?.closest('section')?.scrollIntoView({ block: 'start' });
  };
  return (
    <nav ref={nav} className={styles.pager} aria-label={texts.label}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconChevronLeft size={16} />}
        disabled={page <= 1}
        onClick={() => go(Math.min(page - 1, totalPages))}
      >
        {texts.previous}
      </Button>
      <span className={styles.position} aria-live="polite">
        {texts.position}
      </span>
      <Button
        variant="default"
        size="sm"
        rightSection={<IconChevronRight size={16} />}
        disabled={page >= totalPages}
        onClick={() => go(page + 1)}
      >
        {texts.next}
      </Button>
    </nav>
  );
}
