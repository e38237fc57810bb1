// The page for unknown URLs.
import { Button } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { paths } from '#lib/paths.ts';
import { StateMessage } from '#ui/feedback/messages.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('notFound.title')}</PageTitle>
      <StateMessage
        heading="h1"
        icon={<IconMap2 size={30} stroke={1.5} />}
        title={t('notFound.title')}
        text={t('notFound.text')}
      >
        <Button component={Link} to={paths.home}>
          {t('notFound.home')}
        </Button>
      </StateMessage>
    </>
  );
}
