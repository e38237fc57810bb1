// Replaces the list if it has no items: nothing matches the filter, or there is nothing to do.
import type { LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconFolderSearch, IconSearchOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import type { ReviewFilter } from './review-filter.ts';

export interface EmptyReviewProps {
  filter: ReviewFilter;
  folders: readonly LibraryFolder[];
  onChange(part: Partial<ReviewFilter>): void;
}

export function EmptyReview({ filter, folders, onChange }: EmptyReviewProps) {
  const { t } = useTranslation('libraryReview');
  if (folders.length === 0) {
    return (
      <StateMessage
        icon={<IconFolderSearch size={30} stroke={1.5} />}
        title={t('empty.noFolders')}
        text={t('empty.noFoldersText')}
      >
        <Button component={Link} to={paths.admin}>
          {t('empty.toFolders')}
        </Button>
      </StateMessage>
    );
  }
  if (filter.search.trim() || filter.platform || filter.show) {
    return (
      <StateMessage
        icon={<IconSearchOff size={30} stroke={1.5} />}
        title={t('empty.noMatch')}
        text={t('empty.noMatchText')}
      >
        <Button variant="default" onClick={() => onChange({ search: '', platform: '', show: '' })}>
          {t('empty.reset')}
        </Button>
      </StateMessage>
    );
  }
  const isScanning = folders.some(({ scan }) => scan !== null);
  return (
    <StateMessage
      icon={<IconCircleCheck size={30} stroke={1.5} />}
      title={isScanning ? t('empty.scanning') : t(`empty.title.${filter.state ?? 'found'}`)}
      text={isScanning ? t('empty.scanningText') : t(`empty.text.${filter.state ?? 'found'}`)}
    />
  );
}
