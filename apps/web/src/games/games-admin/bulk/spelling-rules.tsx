// The spellings that are replaced in new metadata.
import { adminApi } from '@cellar/contract/admin-api.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import styles from './bulk.module.css';
import { spellingRulesQuery } from './bulk.queries.ts';

export function SpellingRules() {
  const { t } = useTranslation('bulkChanges');
  const rules = useQuery(spellingRulesQuery(useApi()));
  const remove = useRemoveRule();
  if (rules.isPending) return <Skeleton height="8rem" />;
  if (!rules.data) return <LoadFailedNotice onRetry={() => void rules.refetch()} />;
  return (
    <>
      <p className={styles.hint}>{t(rules.data.length > 0 ? 'rules.lead' : 'rules.none')}</p>
      <ul className={styles.rows}>
        {rules.data.map(({ _id, kind, spelling, value }) => (
          <li key={_id} className={styles.row}>
            <span className={styles.words}>
              {spelling} → {value}
              <span className={styles.hint}> {t(`rules.${kind}`)}</span>
            </span>
            <Button
              variant="default"
              color="red"
              size="sm"
              aria-label={t('rules.removeOf', { spelling })}
              loading={remove.isPending && remove.variables === _id}
              onClick={() => remove.mutate(_id)}
            >
              {t('rules.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function useRemoveRule() {
  const { t } = useTranslation('bulkChanges');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.call(adminApi.deleteSpellingRule, { params: { id } }),
    onSuccess: () => toast.success(t('rules.removed')),
    onError: (error) => toastRefusal(error, t('rules.removeFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.games.spellingRules }),
  });
}
