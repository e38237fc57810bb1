// Uploads that other admins and windows are sending, and interrupted ones, which can be resumed with their file, or discarded.
// Renders nothing if there are none.
import type { UnfinishedUpload } from '@cellar/contract/transfer/uploads.endpoints.ts';
import { Group, Text } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { ChooseFilesButton } from '#ui/fields/choose-files-button.tsx';
import { GrowingList, Pager, useLastPage } from '#ui/lists/long-list.tsx';
import { Section } from '#ui/section.tsx';
import { unfinishedUploadsQuery } from '../uploads.queries.ts';
import { useUploadManager, useUploads } from '../use-uploads.ts';
import { acceptedOf, UnfinishedRow } from './unfinished-row.tsx';

export function UnfinishedUploads() {
  const { t } = useTranslation('addGame');
  const { t: tUploads } = useTranslation('uploads');
  const [page, setPage] = useState(1);
  const idsOfThisPage = new Set(useUploads().map(({ id }) => id));
  const query = useQuery({
    ...unfinishedUploadsQuery(useApi(), { page, isHere: (id) => idsOfThisPage.has(id) }),
    placeholderData: keepPreviousData,
  });
  const totalPages = query.data?.totalPages;
  useLastPage({ page, totalPages, onPage: setPage });
  const uploads = inShownOrder(query.data?.uploads ?? []).filter(
    ({ uploadId }) => !idsOfThisPage.has(uploadId),
  );
  const interrupted = uploads.filter(({ isSending }) => !isSending);
  if (query.isError) return <LoadFailedNotice onRetry={() => void query.refetch()} />;
  if (uploads.length === 0 && (totalPages ?? 0) < 2) return null;
  return (
    <Section heading={t('unfinished.heading')} lead={t('unfinished.lead')}>
      {interrupted.length > 1 && <ResumeSeveral uploads={interrupted} />}
      <GrowingList
        label={t('unfinished.heading')}
        items={uploads}
        first={8}
        onlyOnPress
        keyOf={({ uploadId }) => uploadId}
        render={(upload) => <UnfinishedRow upload={upload} />}
        moreLabel={(count) => tUploads('queue.more', { count })}
      />
      <Pager page={page} totalPages={totalPages ?? 1} label={t('unfinished.pages')} onPage={setPage} />
    </Section>
  );
}

/** Those that are being sent come first, then the newest. Their progress does not move them. */
function inShownOrder(uploads: readonly UnfinishedUpload[]): UnfinishedUpload[] {
  return uploads.toSorted(
    (a, b) => Number(b.isSending) - Number(a.isSending) || b.startedAt.localeCompare(a.startedAt),
  );
}

/** Resumes several uploads at once with files that the user chooses together. */
function ResumeSeveral({ uploads }: { uploads: readonly UnfinishedUpload[] }) {
  const { t } = useTranslation('uploads');
  const manager = useUploadManager();
  const [unmatchedFiles, setUnmatchedFiles] = useState<File[]>([]);
  const handleFiles = (files: File[]) => {
    const matches = matchFiles(uploads, files);
    setUnmatchedFiles(matches.unmatchedFiles);
    for (const { upload, file } of matches.pairs) {
      const { title, platform } = upload;
      manager.start({ file, title, platform, resume: upload });
    }
  };
  const names = unmatchedFiles.slice(0, 3).map(({ name }) => name);
  return (
    <Group gap="var(--space-2) var(--space-4)" mb="var(--space-3)">
      <ChooseFilesButton
        label={t('several.choose')}
        size="compact-sm"
        leftSection={<IconFiles size={16} />}
        accept={[...new Set(uploads.flatMap(acceptedOf))]}
        isMultiple
        withHandles
        onFiles={handleFiles}
      />
      {unmatchedFiles.length > 0 && (
        <Text role="alert" c="var(--bad)" fz="var(--text-2)" style={{ overflowWrap: 'anywhere' }}>
          {t('several.unmatched', { count: unmatchedFiles.length, names: names.join(', ') })}
        </Text>
      )}
    </Group>
  );
}

// Finds the unfinished upload to which each chosen file belongs. The engine compares the bytes before sending.

interface FileMatches<F> {
  pairs: { upload: UnfinishedUpload; file: F }[];
  unmatchedFiles: F[];
}

/** Matches files by name and size. Matches a renamed file by size if only one file and one upload have that size. */
export function matchFiles<F extends { name: string; size: number }>(
  uploads: readonly UnfinishedUpload[],
  files: readonly F[],
): FileMatches<F> {
  const open = new Set(uploads);
  const pairs: FileMatches<F>['pairs'] = [];
  /** Assigns files to open uploads, and returns the remaining files. */
  const match = (candidates: readonly F[], find: (file: F) => UnfinishedUpload | undefined): F[] =>
    candidates.filter((file) => {
      const upload = find(file);
      if (upload) pairs.push({ upload, file });
      return !upload || !open.delete(upload);
    });
  const renamed = match(files, ({ name, size }) =>
    [...open].find(({ fileName, fileSize }) => fileName === name && (fileSize ?? size) === size),
  );
  const unmatchedFiles = match(renamed, ({ size }) => {
    const sameSize = [...open].filter(({ fileSize }) => fileSize === size);
    const isOnly = renamed.filter((other) => other.size === size).length === 1;
    return isOnly && sameSize.length === 1 ? sameSize[0] : undefined;
  });
  return { pairs, unmatchedFiles };
}
