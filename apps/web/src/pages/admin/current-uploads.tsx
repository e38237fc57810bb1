// `/admin/current-uploads`: the uploads of this page, and unfinished ones from earlier sessions.
import { Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { adminGamePath } from '#lib/paths.ts';
import { LeaveNotice, UploadQueue } from '#transfer/uploads/queue/upload-queue.tsx';
import { UnfinishedUploads } from '#transfer/uploads/unfinished/unfinished-uploads.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import layout from '#ui/layout.module.css';
import styles from '../page.module.css';
import { AdminHead } from './admin-head.tsx';

export function CurrentUploadsPage() {
  const { t } = useTranslation('uploads');
  return (
    <Flex ref={keepFocus} className={styles.page} direction="column" gap="var(--space-5)">
      <AdminHead title={t('current.title')} back={t('current.back')}>
        <p className={`${layout.dim} ${layout.apart2}`}>{t('current.lead')}</p>
      </AdminHead>
      <LeaveNotice />
      <UploadQueue place="page" gamePathOf={adminGamePath} />
      <UnfinishedUploads />
    </Flex>
  );
}
