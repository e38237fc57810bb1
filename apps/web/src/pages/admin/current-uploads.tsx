// `/admin/current-uploads`: the uploads of this page, and unfinished ones from earlier sessions.
import { Button, Flex } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { adminGamePath, paths } from '#lib/paths.ts';
import { LeaveNotice, UploadQueue } from '#transfer/uploads/queue/upload-queue.tsx';
import { UnfinishedUploads } from '#transfer/uploads/unfinished/unfinished-uploads.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import styles from '../page.module.css';

export function CurrentUploadsPage() {
  const { t } = useTranslation('uploads');
  return (
    <Flex ref={keepFocus} className={styles.page} direction="column" gap="var(--space-5)">
      <PageTitle>{t('current.title')}</PageTitle>
      <div>
        <Button
          component={Link}
          to={paths.admin}
          variant="default"
          size="sm"
          leftSection={<IconArrowLeft size={18} />}
        >
          {t('current.back')}
        </Button>
      </div>
      <div>
        <h1>{t('current.title')}</h1>
        <p className={styles.lead}>{t('current.lead')}</p>
      </div>
      <LeaveNotice />
      <UploadQueue place="page" gamePathOf={adminGamePath} />
      <UnfinishedUploads />
    </Flex>
  );
}
