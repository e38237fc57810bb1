// Goes on with an unfinished upload at once where the browser still knows its file; else its owner chooses the same file
// again. Only what is missing is sent.
import { platformFileExtensions } from '@cellar/contract/rules/archives.ts';
import type { UnfinishedUpload } from '@cellar/contract/uploads.ts';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FileHandle } from '#lib/pick-files.ts';
import { ChooseFilesButton } from './choose-files-button.tsx';

export interface ResumeButtonProps {
  upload: UnfinishedUpload;
  kept: FileHandle | undefined;
  onKept(handle: FileHandle): void;
  onFile(file: File): void;
}

export function ResumeButton({ upload, kept, onKept, onFile }: ResumeButtonProps) {
  const { t } = useTranslation('addGame');
  const { title, platform } = upload;
  const look = {
    leftSection: <IconPlayerPlay size={17} />,
    'aria-label': t('unfinished.resumeOf', { title, platform }),
    children: t('unfinished.resume'),
  };
  if (kept) return <Button variant="default" {...look} onClick={() => onKept(kept)} />;
  return (
    <ChooseFilesButton {...look} accept={platformFileExtensions} onFiles={([file]) => file && onFile(file)} />
  );
}
