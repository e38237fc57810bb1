// The sanitization rules: the list in its order on one side, writing one and trying them out on the other.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { RetryButton } from '#ui/feedback/load-failed.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { RuleDesk } from './rule-desk.tsx';
import styles from './rules-dialog.module.css';
import { rulesQuery } from './sanitization.queries.ts';

export function RulesDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('sanitization');
  const [isCovered, setCovered] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const askBefore = useUnsaved({ isUnsaved: isWriting, what: t('form.unsaved') });
  const query = useQuery(rulesQuery(useApi()));
  return (
    <Dialog heading={t('heading')} size="78rem" keepsEscape={isCovered} onClose={() => askBefore(onClose)}>
      <p className={styles.lead}>{t('lead')}</p>
      {query.isPending && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height="20rem" />
        </div>
      )}
      {query.isError && !query.data && (
        <div className={styles.failed}>
          <Notice kind="error">{t('fetchFailed')}</Notice>
          <RetryButton variant="default" onClick={() => void query.refetch()} />
        </div>
      )}
      {query.data && (
        <RuleDesk
          rules={query.data.rules}
          askBefore={askBefore}
          onCovered={setCovered}
          onWriting={setWriting}
        />
      )}
    </Dialog>
  );
}
