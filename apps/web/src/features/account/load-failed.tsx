// Stands in a section of the account page whose content did not come.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/feedback/notice.tsx';

export function LoadFailed({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation('account');
  const { t: tCommon } = useTranslation();
  return (
    <>
      <Notice kind="error">{t('loadFailed')}</Notice>
      <Button variant="default" onClick={onRetry}>
        {tCommon('retry')}
      </Button>
    </>
  );
}
