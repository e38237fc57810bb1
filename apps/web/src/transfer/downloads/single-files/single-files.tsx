// The list of the files that a ZIP consists of.
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { partOf } from '../engine/download-record.ts';
import { perPage, SingleFileRow, useSingleFiles, type WholeFile } from './single-file-rows.tsx';
import styles from './single-files.module.css';

interface SingleFilesProps extends WholeFile {
  onClose(): void;
}

export function SingleFiles({ onClose, ...file }: SingleFilesProps) {
  const { t } = useTranslation('singleFiles');
  const files = t('count', { count: file.zip.fileCount ?? 0 });
  return (
    <div className={styles.files} data-open-files>
      <Button
        className={styles.toggle}
        variant="subtle"
        size="compact-sm"
        aria-label={t('of', { files, platform: partOf(file) })}
        aria-expanded
        rightSection={<IconChevronUp size={15} aria-hidden />}
        onClick={onClose}
      >
        {files}
      </Button>
      <div className={styles.opened}>
        <SingleFileList {...file} />
      </div>
    </div>
  );
}

const typingMs = 200;

/** The files of a set or folder, in pages and with a search. */
function SingleFileList(props: WholeFile) {
  const { gameId, platform, extra, zip } = props;
  const { t, i18n } = useTranslation('singleFiles');
  const { t: tDownloads } = useTranslation('downloads');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), typingMs);
  const { fileCount, leftOutLinks, fileSize, sha256, problem } = zip;
  const target = { id: gameId, platform, extraId: extra?.id };
  const { files, ...list } = useSingleFiles({ ...target, search, fileSize, sha256, problem });
  const hasNone = files.length === 0 && !(list.isLoading || list.hasFailed || list.isPreparing);
  return (
    <>
      {((fileCount ?? 0) > perPage || typed !== '') && (
        <TextInput
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          type="search"
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={18} stroke={1.7} />}
          maxLength={200}
        />
      )}
      {leftOutLinks > 0 && <p className={styles.none}>{t('leftOutLinks', { count: leftOutLinks })}</p>}
      <p role="status" className={styles.none}>
        {hasNone && t('none')}
        {list.isPreparing &&
          tDownloads('preparing', { size: formatSize(fileSize, i18n.language), percent: 0 })}
      </p>
      {files.length > 0 && (
        <ul
          className={styles.list}
          aria-label={t('label', { platform: partOf(props) })}
          aria-busy={list.isLoading}
        >
          {files.map((file) => (
            <li key={file._id}>
              <SingleFileRow {...props} file={file} />
            </li>
          ))}
        </ul>
      )}
      {list.isLoading && <Skeleton height="6rem" />}
      {list.hasFailed && <LoadFailedNotice onRetry={list.retry} />}
      {list.loadMore && (
        <Button className={styles.more} variant="subtle" size="sm" onClick={list.loadMore}>
          {t('more')}
        </Button>
      )}
    </>
  );
}
