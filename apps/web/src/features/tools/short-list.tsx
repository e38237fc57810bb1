// A list that shows its first entries, and the others when asked. Used by the lists of the storage's tools.
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './short-list.module.css';

const shownAtFirst = 8;

export interface ShortListProps<T> {
  label: string;
  items: T[];
  keyOf(item: T): string;
  render(item: T): ReactNode;
}

export function ShortList<T>({ label, items, keyOf, render }: ShortListProps<T>) {
  const { t } = useTranslation('storage');
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, shownAtFirst);
  const hidden = items.length - shown.length;
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {shown.map((item) => (
          <li key={keyOf(item)}>{render(item)}</li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="subtle" size="sm" onClick={() => setWhole(true)}>
          {t('showMore', { total: hidden })}
        </Button>
      )}
    </>
  );
}
