// A list of files for a download manager.
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { DownloadListFormat, ListChoice } from '@cellar/contract/transfer/download-lists.endpoints.ts';
import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { saveBlob } from '#lib/save-blob.ts';
import { useApi } from '#lib/services-context.ts';
import { ChoiceCards } from '#ui/fields/choices.tsx';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import layout from '#ui/layout.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './download-list.module.css';

/** The names of the lists, and commands that download what is in them into the folder of the list. */
const formats: Record<DownloadListFormat, { fileName: string; command: string }> = {
  metalink: { fileName: 'downloads.meta4', command: 'aria2c -M downloads.meta4' },
  aria2: { fileName: 'downloads.aria2.txt', command: 'aria2c -c -i downloads.aria2.txt' },
  links: { fileName: 'downloads.txt', command: 'wget --content-disposition -i downloads.txt' },
};

export interface SaveListProps {
  choice: ListChoice;
  isDisabled: boolean;
}

/** The choice of the format, the command that reads it, and the button that saves it. */
export function SaveList({ choice, isDisabled }: SaveListProps) {
  const { t } = useTranslation('downloadLists');
  const client = useApi();
  const [format, setFormat] = useState<DownloadListFormat>('metalink');
  const { fileName, command } = formats[format];
  const save = useMutation({
    mutationFn: () =>
      client.fetchFile(deferredApi.createDownloadList, {
        body: { ...choice, format },
        timeoutMs: limits.apiTimeoutMs,
      }),
    onSuccess: (blob) => saveBlob(blob, fileName),
    onError: (error) => toast.error(errorText(error, t('saveFailed'))),
  });
  return (
    <div className={`${layout.stack3} ${styles.list}`}>
      <ChoiceCards
        label={t('format')}
        columns={3}
        value={format}
        onChange={setFormat}
        options={[
          // Names of programs and formats, which are not translated.
          { value: 'metalink', label: 'Metalink', meaning: t('formats.metalink') },
          { value: 'aria2', label: 'aria2', meaning: t('formats.aria2') },
          { value: 'links', label: t('plainLinks'), meaning: t('formats.links') },
        ]}
      />
      <div className={styles.command}>
        <code>{command}</code>
        <CopyButton text={command} label={t('copyCommand')} />
      </div>
      <p className={layout.small}>{t('secret')}</p>
      <Button
        className={layout.atStart}
        variant="default"
        leftSection={<IconFileDownload size={18} aria-hidden />}
        loading={save.isPending}
        disabled={isDisabled}
        onClick={() => save.mutate()}
      >
        {t('save')}
      </Button>
    </div>
  );
}
