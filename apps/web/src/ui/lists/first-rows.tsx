// The rows of a list with pages. The first page begins with some of its rows; a button shows the others, and then the pager.

import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../layout.module.css';
import { Pager, type PagerProps } from './long-list.tsx';

interface FirstRowsProps<T> {
  rows: readonly T[];
  /** The number of rows shown at first. */
  first?: number;
  pager: PagerProps;
  children(rows: readonly T[]): ReactNode;
}

export function FirstRows<T>({ rows, first = 10, pager, children }: FirstRowsProps<T>) {
  const { t } = useTranslation('tools');
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole || pager.page > 1 ? 0 : Math.max(0, rows.length - first);
  return (
    <>
      {children(hidden > 0 ? rows.slice(0, first) : rows)}
      {hidden > 0 ? (
        <Button className={layout.apart3} variant="subtle" size="sm" onClick={() => setWhole(true)}>
          {t('showMore', { total: hidden })}
        </Button>
      ) : (
        <Pager {...pager} />
      )}
    </>
  );
}
