// The button that opens the sanitization rules. Their dialog's code is loaded on the first click.
import { Button } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '#lib/lazy-code.ts';

const RulesDialog = lazyComponent(async () => (await import('./rules-dialog.tsx')).RulesDialog);

export function SanitizationRules() {
  const { t } = useTranslation('sanitization');
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button variant="default" leftSection={<IconWand size={18} />} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <Suspense>{isOpen && <RulesDialog onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}
