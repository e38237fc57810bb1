// Replaces a page that failed. Shows no stack trace, because the console has it.
import { Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#lib/paths.ts';
import { StateMessage } from '#ui/feedback/messages.tsx';

export function ErrorPage() {
  const { t } = useTranslation();
  return (
    <>
      <title>{t('crash.title')}</title>
      <StateMessage
        isError
        heading="h1"
        icon={<IconBolt size={30} stroke={1.5} />}
        title={t('crash.title')}
        text={t('crash.text')}
      >
        <Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>
        {/* A full page load, because the state that caused the error may still be in memory. */}
        <Button component="a" href={paths.home} variant="default">
          {t('crash.home')}
        </Button>
      </StateMessage>
    </>
  );
}
