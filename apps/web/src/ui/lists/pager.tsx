// Buttons for the previous and next page of a list. Hidden if there is only one page.
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './pager.module.css';

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
