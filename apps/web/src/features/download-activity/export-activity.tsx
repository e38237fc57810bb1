// The filtered log as a CSV file on the admin's disk. Used above the log.
import { api } from '@cellar/contract/api.ts';
import { Button } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { saveBlob } from '#lib/save-blob.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { type ActivityFilter, askedOf } from './activity.queries.ts';

/** A million entries are some hundred MB. */
const exportMs = 30 * 60_000;

export function ExportActivity({ filter, isEmpty }: { filter: ActivityFilter; isEmpty: boolean }) {
  const { t } = useTranslation('downloadActivity');
  const client = useApi();
  const { page: _, ...query } = askedOf(filter);
  const save = useMutation({
    mutationFn: () => client.fetchFile(api.exportActivity, { query, timeoutMs: exportMs }),
    onSuccess: (blob) => saveBlob(blob, `download-activity-${new Date().toISOString().slice(0, 10)}.csv`),
    onError: () => toast.error(t('export.failed')),
  });
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconFileTypeCsv size={18} stroke={1.7} />}
      disabled={isEmpty}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('export.button')}
    </Button>
  );
}
