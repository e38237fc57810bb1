// The limits of one user: what was used, the own limits, and setting the use back to zero.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { ListedUser } from '@cellar/contract/people/accounts.ts';
import type { OwnLimits, UserLimits } from '@cellar/contract/transfer/download-limits.ts';
import { Button, Flex, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { focusWrongField } from '#lib/wrong-field.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { LimitMeters } from '#ui/limit-meters.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { hasOwnLimitErrors, OwnLimitFields } from './own-limit-fields.tsx';

export interface UserLimitsDialogProps {
  user: Pick<ListedUser, '_id' | 'name'>;
  onClose(): void;
}

export function UserLimitsDialog({ user, onClose }: UserLimitsDialogProps) {
  const { t } = useTranslation('limitsAdmin');
  const client = useApi();
  const query = useQuery({
    queryKey: queryKeys.limits.user(user._id),
    queryFn: ({ signal }) => client.call(adminApi.getUserLimits, { params: { userId: user._id }, signal }),
    staleTime: 0,
  });
  return (
    <Dialog heading={t('user.heading', { name: user.name })} keepsText onClose={onClose}>
      {query.data && (
        <Flex direction="column" gap="var(--space-5)">
          <Use user={user} limits={query.data} />
          <LimitsForm user={user} limits={query.data} onSaved={onClose} />
        </Flex>
      )}
      {query.isPending && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height="20rem" />
        </div>
      )}
      {query.isError && !query.data && (
        <LoadFailedNotice text={t('user.loadFailed')} onRetry={() => void query.refetch()} />
      )}
    </Dialog>
  );
}

interface PartProps {
  user: UserLimitsDialogProps['user'];
  limits: UserLimits;
}

function Use({ user, limits }: PartProps) {
  const { t } = useTranslation('limitsAdmin');
  const client = useApi();
  const save = useSaveAnswer(user);
  const lift = useMutation({
    mutationFn: () => client.call(adminApi.liftUserLimits, { params: { userId: user._id } }),
    onSuccess: (answer) => {
      save(answer);
      toast.success(t('user.lifted', { name: user.name }));
    },
    onError: (error) => toast.error(errorText(error, t('user.liftFailed'))),
  });
  const { bytes, files, limits: all } = limits.use;
  const canLift = bytes + files > 0 && (all.bytesPerPeriod !== null || all.filesPerPeriod !== null);
  return (
    <Flex component="section" direction="column" gap="var(--space-3)" aria-label={t('user.use')}>
      <LimitMeters use={limits.use} showsAll />
      {canLift && (
        <Flex direction="column" gap="var(--space-1)" align="flex-start">
          <Button variant="default" size="sm" loading={lift.isPending} onClick={() => lift.mutate()}>
            {t('user.lift')}
          </Button>
          <Text c="dimmed" fz="var(--text-2)">
            {t('user.liftHint')}
          </Text>
        </Flex>
      )}
    </Flex>
  );
}

function LimitsForm({ user, limits, onSaved }: PartProps & { onSaved(): void }) {
  const { t } = useTranslation('limitsAdmin');
  const client = useApi();
  const saveAnswer = useSaveAnswer(user);
  const [changes, setChanges] = useState<Partial<OwnLimits>>({});
  const save = useMutation({
    mutationFn: () => client.call(adminApi.changeUserLimits, { params: { userId: user._id }, body: changes }),
    onSuccess: (answer) => {
      saveAnswer(answer);
      toast.success(t('user.saved', { name: user.name }));
      onSaved();
    },
    onError: (error) => toast.error(errorText(error, t('saveFailed'))),
  });
  const [isRefused, setRefused] = useState(false);
  const own = { ...limits.own, ...changes };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const hasErrors = hasOwnLimitErrors(own);
    setRefused(hasErrors);
    if (hasErrors) focusWrongField(event.currentTarget);
    else if (!save.isPending) save.mutate();
  };
  return (
    <form
      style={{ display: 'flex', flexDirection: 'column', gap: 'var(--space-4)' }}
      onSubmit={handleSubmit}
      noValidate
    >
      <OwnLimitFields
        own={own}
        defaults={limits.defaults}
        isRefused={isRefused}
        onChange={(part) => setChanges((current) => ({ ...current, ...part }))}
      />
      <Button type="submit" style={{ alignSelf: 'flex-end' }} loading={save.isPending}>
        {t('user.save')}
      </Button>
    </form>
  );
}

function useSaveAnswer({ _id }: UserLimitsDialogProps['user']) {
  const queryClient = useQueryClient();
  return (answer: UserLimits) => {
    queryClient.setQueryData(queryKeys.limits.user(_id), answer);
    // Admins may have changed their own limits.
    void queryClient.invalidateQueries({ queryKey: queryKeys.limits.own });
  };
}
