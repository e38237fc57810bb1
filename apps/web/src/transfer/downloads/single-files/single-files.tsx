// Opens the list of the files that a ZIP consists of.
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { partOf } from '../engine/download-record.ts';
import { SingleFileList } from './single-file-list.tsx';
import type { WholeFile } from './single-file-row.tsx';
import styles from './single-files.module.css';

export function SingleFiles(props: WholeFile) {
  const { t } = useTranslation('singleFiles');
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const files = t('count', { count: props.zip.fileCount ?? 0 });
  return (
    <div className={styles.files} data-open-files={isOpen || undefined}>
      <Button
        className={styles.toggle}
        variant="subtle"
        size="compact-sm"
        aria-label={t('of', { files, platform: partOf(props) })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        rightSection={<IconChevronDown className={styles.chevron} size={15} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {files}
      </Button>
      {isOpen && (
        <div id={listId} className={styles.opened}>
          <SingleFileList {...props} />
        </div>
      )}
    </div>
  );
}
