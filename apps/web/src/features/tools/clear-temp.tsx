// Clears temporary files, after it has said what goes. Used below their list.
import { api } from '@cellar/contract/api.ts';
import type { TempFile } from '@cellar/contract/temp-files.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { formatSize } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './temp-files.module.css';

/** Which ones are cleared. */
type Reach = 'old' | 'all';

export interface ClearTempProps {
  files: TempFile[];
  /** Unfinished uploads may be gone. */
  onCleared(): void;
}

export function ClearTemp({ files, onCleared }: ClearTempProps) {
  const { t, i18n } = useTranslation('storage');
  const [asked, setAsked] = useState<Reach>();
  const clear = useClear(() => {
    setAsked(undefined);
    onCleared();
  });
  const old = files.filter(({ isRecent }) => !isRecent);
  return (
    <div className={styles.actions}>
      {old.length > 0 && (
        <Button variant="default" onClick={() => setAsked('old')}>
          {t('temp.clear')}
        </Button>
      )}
      {old.length < files.length && (
        <Button variant="subtle" color="red" onClick={() => setAsked('all')}>
          {t('temp.clearAll')}
        </Button>
      )}
      {old.length === 0 && <p className={styles.hint}>{t('temp.nothingOld')}</p>}
      {asked && (
        <ConfirmDialog
          isOpen
          question={t(asked === 'all' ? 'temp.clearAllQuestion' : 'temp.clearQuestion')}
          text={whatGoes(t, asked === 'all' ? files : old, asked, i18n.language)}
          confirmLabel={t('temp.confirm')}
          isBusy={clear.isPending}
          onConfirm={() => clear.mutate(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

const titlesNamed = 5;

function whatGoes(t: TFunction<'storage'>, files: TempFile[], reach: Reach, language: string): string {
  const size = formatSize(
    files.reduce((sum, file) => sum + file.size, 0),
    language,
  );
  const uploads = new Map(files.flatMap(({ upload }) => (upload ? [[upload.uploadId, upload.title]] : [])));
  const titles = [...uploads.values()];
  const named = titles.slice(0, titlesNamed).join(', ');
  const more = titles.length - titlesNamed;
  const list = more > 0 ? t('temp.goesMore', { titles: named, total: more }) : named;
  return [
    t('temp.goes', { count: files.length, size }),
    ...(titles.length > 0 ? [t('temp.goesUploads', { titles: list })] : []),
    t(reach === 'all' ? 'temp.staysNothing' : 'temp.stays'),
  ].join(' ');
}

function useClear(onSettled: () => void) {
  const { t, i18n } = useTranslation('storage');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reach: Reach) => client.call(api.clearTemp, { body: { includeRecent: reach === 'all' } }),
    onSuccess: ({ message, removed, freedBytes, failed }) => {
      const size = formatSize(freedBytes, i18n.language);
      if (failed.length > 0) toast.error(t('temp.notCleared', { count: failed.length }));
      if (failed.length > 0 && removed.length === 0) return;
      toast.success(answerText(message, t('temp.cleared', { count: removed.length, size })));
    },
    onError: () => toast.error(t('temp.clearFailed')),
    onSettled: () => {
      onSettled();
      void queryClient.invalidateQueries({ queryKey: queryKeys.storage.all });
      void queryClient.invalidateQueries({ queryKey: queryKeys.audit.all });
      return queryClient.invalidateQueries({ queryKey: queryKeys.tempStatus });
    },
  });
}
