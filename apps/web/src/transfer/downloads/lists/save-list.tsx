// A list for a download manager: the choice of its format, the command that reads it, and the button that saves it.

import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { DownloadListFormat, ListChoice } from '@cellar/contract/transfer/download-lists.ts';
import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { saveBlob } from '#lib/save-blob.ts';
import { ChoiceCards } from '#ui/fields/choice-cards.tsx';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './download-list.module.css';

/** The names of the lists, and commands that download what is in them into the folder of the list. */
const formats: Record<DownloadListFormat, { fileName: string; command: string }> = {
  metalink: { fileName: 'downloads.meta4', command: 'aria2c -M downloads.meta4' },
  aria2: { fileName: 'downloads.aria2.txt', command: 'aria2c -c -i downloads.aria2.txt' },
  links: { fileName: 'downloads.txt', command: 'wget --content-disposition -i downloads.txt' },
};

interface SaveListProps {
  choice: ListChoice;
  isDisabled: boolean;
}

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
    <section className={styles.way} aria-label={t('managers')}>
      <ChoiceCards
        label={t('managers')}
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
        <CopyButton text={command} label={t('copyCommand')} copiedLabel={t('copied')} />
      </div>
      <p className={styles.hint}>{t('secret')}</p>
      <Button
        className={styles.button}
        leftSection={<IconFileDownload size={18} aria-hidden />}
        loading={save.isPending}
        disabled={isDisabled}
        onClick={() => save.mutate()}
      >
        {t('save')}
      </Button>
    </section>
  );
}
