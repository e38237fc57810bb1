// `/collections`: lists of the club and of members, and LAN nights.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { CollectionGroups } from '#club/collections/collection-groups.tsx';
import { lazyComponent } from '#lib/lazy-code.ts';
import { collectionPath } from '#lib/paths.ts';
import { useSession } from '#people/auth/session-context.ts';
import { keepFocus } from '#ui/keep-focus.ts';
import { PageHead } from '#ui/section.tsx';
import styles from './page.module.css';

const CollectionForm = lazyComponent(
  async () => (await import('#club/collections/collection-form.tsx')).CollectionForm,
);

export function CollectionsPage() {
  const { t } = useTranslation('collections');
  const isAdmin = useSession()?.isAdmin ?? false;
  const navigate = useNavigate();
  const [isFormOpen, setFormOpen] = useState(false);
  const handleNew = () => setFormOpen(true);
  return (
    <div ref={keepFocus} className={styles.collectionsPage}>
      <PageTitle>{t('title')}</PageTitle>
      <PageHead
        title={t('title')}
        lead={t('lead')}
        action={
          <Button leftSection={<IconPlus size={18} />} onClick={handleNew}>
            {t('new')}
          </Button>
        }
      />
      <CollectionGroups onNew={handleNew} />
      {isFormOpen && (
        <Suspense>
          <CollectionForm
            isAdmin={isAdmin}
            onSaved={({ _id }) => void navigate(collectionPath(_id))}
            onClose={() => setFormOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
