// The mail server: its settings, or those of the environment, and a test email.
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminParts } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice, Notice } from '#ui/feedback/messages.tsx';
import { Section } from '#ui/section.tsx';
import { MailServerForm } from './mail-server-form.tsx';
import { mailServerQuery } from './mail-server-values.ts';

/** `onSaved` lets the page refresh what depends on whether emails are sent. */
export function MailServer({ onSaved }: { onSaved(): void }) {
  const { t } = useTranslation('mailServer');
  const query = useQuery(mailServerQuery(useApi()));
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      {query.isPending && <LoadingBlock label={t('loading')} height="24rem" />}
      {query.isError && !query.data && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      {query.data?.source === 'none' && (
        <Box mb="var(--space-5)">
          <Notice kind="info">
            {t('none')} <Link to={adminParts.outbox.path}>{t('toOutbox')}</Link>
          </Notice>
        </Box>
      )}
      {query.data && <MailServerForm settings={query.data} onSaved={onSaved} />}
    </Section>
  );
}
