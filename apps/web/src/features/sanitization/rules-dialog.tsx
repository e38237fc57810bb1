import { Flex, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { RetryButton } from '#ui/feedback/load-failed.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { RulesEditor } from './rules-editor.tsx';
import { rulesQuery } from './sanitization.queries.ts';

export function RulesDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('sanitization');
  const [isEscapeUsed, setEscapeUsed] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const confirmDiscard = useUnsaved({ isUnsaved, what: t('form.unsaved') });
  const query = useQuery(rulesQuery(useApi()));
  return (
    <Dialog
      heading={t('heading')}
      size="78rem"
      keepsEscape={isEscapeUsed}
      onClose={() => confirmDiscard(onClose)}
    >
      <Text maw="var(--reading-width)" mb="var(--space-5)" c="dimmed">
        {t('lead')}
      </Text>
      {query.isPending && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height="20rem" />
        </div>
      )}
      {query.isError && !query.data && (
        <Flex direction="column" align="flex-start" gap="var(--space-4)">
          <Notice kind="error">{t('fetchFailed')}</Notice>
          <RetryButton variant="default" onClick={() => void query.refetch()} />
        </Flex>
      )}
      {query.data && (
        <RulesEditor
          rules={query.data.rules}
          confirmDiscard={confirmDiscard}
          onEscapeUse={setEscapeUsed}
          onUnsaved={setUnsaved}
        />
      )}
    </Dialog>
  );
}
