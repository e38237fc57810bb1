// A button that opens a dialog: merging the spellings of genres and companies, the rules of earlier merges, and undoing bulk changes.
import { Button, Tabs } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import styles from './bulk.module.css';
import { RecentChanges } from './recent-changes.tsx';
import { SpellingRules } from './spelling-rules.tsx';
import { SpellingTab } from './spelling-tab.tsx';

export function MergeSpellings() {
  const { t } = useTranslation('bulkChanges');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" leftSection={<IconArrowMerge size={18} />} onClick={() => setOpen(true)}>
        {t('tidy.heading')}
      </Button>
      {isOpen && <TidyDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function TidyDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('bulkChanges');
  return (
    <Dialog heading={t('tidy.heading')} size="44rem" onClose={onClose}>
      <Tabs defaultValue="genre" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="genre">{t('tidy.genres')}</Tabs.Tab>
          <Tabs.Tab value="company">{t('tidy.companies')}</Tabs.Tab>
          <Tabs.Tab value="rules">{t('tidy.rules')}</Tabs.Tab>
          <Tabs.Tab value="changes">{t('tidy.changes')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="genre" className={styles.panel ?? ''}>
          <SpellingTab kind="genre" />
        </Tabs.Panel>
        <Tabs.Panel value="company" className={styles.panel ?? ''}>
          <SpellingTab kind="company" />
        </Tabs.Panel>
        <Tabs.Panel value="rules" className={styles.panel ?? ''}>
          <SpellingRules />
        </Tabs.Panel>
        <Tabs.Panel value="changes" className={styles.panel ?? ''}>
          <RecentChanges />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}
