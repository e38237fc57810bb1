// A button that opens the dialog for downloading several games. The dialog is loaded when it is first opened.
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithTexts } from '#i18n/language.ts';

const DownloadListDialog = lazyWithTexts(
  async () => (await import('./download-list-dialog.tsx')).DownloadListDialog,
  'member',
);

export function DownloadSelected({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('downloads');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={16} />}
        onClick={() => setOpen(true)}
      >
        {t('download')}
      </Button>
      {isOpen && (
        <Suspense>
          <DownloadListDialog ids={ids} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
