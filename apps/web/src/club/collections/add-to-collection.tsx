// A button that opens the dialog for adding games to collections. The dialog is loaded when it is first opened.

import { Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '#lib/lazy-code.ts';

const AddDialog = lazyComponent(async () => (await import('./add-dialog.tsx')).AddDialog);

export function AddToCollection({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('collections');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconStack2 size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('add.button')}
      </Button>
      {isOpen && (
        <Suspense>
          <AddDialog ids={ids} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
