// What a contributor has contributed, with the answers. What waits can be withdrawn.

import type { Contribution } from '@cellar/contract/club/contributions.endpoints.ts';
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { ContributionList, ContributionRow, ownContributionsQuery } from './contribution-list.tsx';

export function MyContributions() {
  const { t } = useTranslation('contributions');
  const [page, setPage] = useState(1);
  const list = useRef<HTMLUListElement>(null);
  const query = useQuery(ownContributionsQuery(useApi(), page));
  return (
    <Section heading={t('mine.heading')}>
      <ContributionList
        ref={list}
        query={query}
        page={page}
        onPage={setPage}
        label={t('mine.heading')}
        emptyText={t('mine.empty')}
        renderRow={(contribution) => (
          <ContributionRow
            contribution={contribution}
            actions={
              contribution.state === 'waiting' && (
                <Withdraw contribution={contribution} onGone={() => list.current?.focus()} />
              )
            }
          />
        )}
      />
    </Section>
  );
}

function Withdraw({ contribution, onGone }: { contribution: Contribution; onGone(): void }) {
  const { t } = useTranslation('contributions');
  const client = useApi();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { _id: id, title } = contribution;
  const withdraw = useMutation({
    mutationFn: () => client.call(contributorApi.withdrawContribution, { params: { id } }),
    onSuccess: () => {
      toast.success(t('mine.withdrawn', { title }));
      onGone();
    },
    onError: (error) => toast.error(errorText(error, t('mine.failed', { title }))),
    onSettled: () => {
      setAsking(false);
      return queryClient.invalidateQueries({ queryKey: queryKeys.contributions.all });
    },
  });
  return (
    <>
      <Button
        variant="default"
        size="sm"
        aria-label={t('mine.withdrawName', { title })}
        onClick={() => setAsking(true)}
      >
        {t('mine.withdraw')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('mine.question', { title })}
        text={t('mine.text')}
        confirmLabel={t('mine.confirm')}
        isBusy={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
