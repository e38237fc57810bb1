// Clears temporary files, after a confirmation that lists the affected files.

import type { TempFile } from '@cellar/contract/admin/temp-files.ts';
import { adminApi } from '@cellar/contract/admin-api.ts';
import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText } from '#i18n/error-text.ts';
import type { TFunction } from '#i18n/text-keys.ts';
import { useApi } from '#lib/api-context.ts';
import { formatSize } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { toast } from '#ui/toasts/toast.tsx';

/** The set of files to clear. */
type Scope = 'old' | 'all';

export interface ClearTempProps {
  files: TempFile[];
  /** Called after files were cleared, which may have included unfinished uploads. */
  onCleared(): void;
}

export function ClearTemp({ files, onCleared }: ClearTempProps) {
  const { t, i18n } = useTranslation('storage');
  const [askedScope, setAskedScope] = useState<Scope>();
  const clear = useClear(() => {
    setAskedScope(undefined);
    onCleared();
  });
  const old = files.filter(({ isRecent }) => !isRecent);
  return (
    <Group gap="var(--space-2) var(--space-3)" mt="var(--space-4)">
      {old.length > 0 && (
        <Button variant="default" onClick={() => setAskedScope('old')}>
          {t('temp.clear')}
        </Button>
      )}
      {old.length < files.length && (
        <Button variant="subtle" color="red" onClick={() => setAskedScope('all')}>
          {t('temp.clearAll')}
        </Button>
      )}
      {old.length === 0 && (
        <Text c="dimmed" fz="var(--text-2)">
          {t('temp.nothingOld')}
        </Text>
      )}
      {askedScope && (
        <ConfirmDialog
          isOpen
          question={t(askedScope === 'all' ? 'temp.clearAllQuestion' : 'temp.clearQuestion')}
          text={describeDeletion(t, askedScope === 'all' ? files : old, askedScope, i18n.language)}
          confirmLabel={t('temp.confirm')}
          isBusy={clear.isPending}
          onConfirm={() => clear.mutate(askedScope)}
          onCancel={() => setAskedScope(undefined)}
        />
      )}
    </Group>
  );
}

const maxTitles = 5;

function describeDeletion(
  t: TFunction<'storage'>,
  files: TempFile[],
  scope: Scope,
  language: string,
): string {
  const size = formatSize(
    files.reduce((sum, file) => sum + file.size, 0),
    language,
  );
  const uploads = new Map(files.flatMap(({ upload }) => (upload ? [[upload.uploadId, upload.title]] : [])));
  const titles = [...uploads.values()];
  const named = titles.slice(0, maxTitles).join(', ');
  const more = titles.length - maxTitles;
  const list = more > 0 ? t('temp.moreTitles', { titles: named, total: more }) : named;
  return [
    t('temp.deletes', { count: files.length, size }),
    ...(titles.length > 0 ? [t('temp.deletesUploads', { titles: list })] : []),
    t(scope === 'all' ? 'temp.keepsLittle' : 'temp.keepsRecent'),
  ].join(' ');
}

function useClear(onSettled: () => void) {
  const { t, i18n } = useTranslation('storage');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (scope: Scope) =>
      client.call(adminApi.clearTemp, { body: { includeRecent: scope === 'all' } }),
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
