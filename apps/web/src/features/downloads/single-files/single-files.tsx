// Opens the list of the files that a ZIP consists of. The list is loaded when it is first opened.
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '#lib/lazy-code.ts';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './single-files.module.css';

const SingleFileList = lazyComponent(async () => (await import('./single-file-list.tsx')).SingleFileList);

export interface SingleFilesProps {
  gameId: string;
  title: string;
  platform: string;
  /** The number of files. */
  count: number;
}

export function SingleFiles({ count, ...props }: SingleFilesProps) {
  const { t } = useTranslation('singleFiles');
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const files = t('count', { count });
  return (
    <div className={styles.files} data-open-files={isOpen || undefined}>
      <Button
        className={styles.toggle}
        variant="subtle"
        size="compact-sm"
        aria-label={t('of', { files, platform: props.platform })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        rightSection={<IconChevronDown className={styles.chevron} size={15} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {files}
      </Button>
      {isOpen && (
        <div id={listId} className={styles.opened}>
          <Suspense fallback={<Skeleton height="6rem" />}>
            <SingleFileList {...props} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
