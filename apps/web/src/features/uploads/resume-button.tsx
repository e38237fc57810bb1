// Goes on with an unfinished upload: its owner chooses the same file again, and only what is missing is sent.
import { platformFileExtensions } from '@cellar/contract/rules/archives.ts';
import type { UnfinishedUpload } from '@cellar/contract/uploads.ts';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { useUploadManager, useUploads } from './use-uploads.ts';

export interface ResumeButtonProps {
  upload: UnfinishedUpload;
  /** Told why the chosen file cannot be the one, or undefined when it can. */
  onWrongFile(reason: string | undefined): void;
}

export function ResumeButton({ upload, onWrongFile }: ResumeButtonProps) {
  const { t, i18n } = useTranslation('addGame');
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const manager = useUploadManager();
  const isOtherRunning = useUploads().some(({ status }) => status === 'uploading' || status === 'queued');
  const input = useRef<HTMLInputElement>(null);
  const { title, platform, gameId, fileSize } = upload;
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = '';
    if (!file) return;
    if (fileSize !== null && file.size !== fileSize) {
      const sizes = { expected: size(fileSize), actual: size(file.size) };
      return onWrongFile(t('unfinished.wrongSize', { fileName: file.name, ...sizes }));
    }
    onWrongFile(undefined);
    manager.start({ file, title, platform, gameId: gameId ?? undefined, resume: upload });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={platformFileExtensions.join(',')}
        aria-label={t('unfinished.resumeOf', { title, platform })}
        onChange={handleChange}
      />
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={17} />}
        aria-label={t('unfinished.resumeOf', { title, platform })}
        disabled={isOtherRunning}
        onClick={() => input.current?.click()}
      >
        {t('unfinished.resume')}
      </Button>
    </>
  );
}
