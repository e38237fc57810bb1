import { adminApi } from '@cellar/contract/admin-api.ts';
import type { LoginProvider } from '@cellar/contract/people/login-providers.ts';
import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import { TestAnswer, TestButton, useProviderTest } from './provider-test.tsx';

export interface ProviderRowProps {
  provider: LoginProvider;
  onEdit(): void;
  onSaved(): void;
}

export function ProviderRow({ provider, onEdit, onSaved }: ProviderRowProps) {
  const { t } = useTranslation('loginSettings');
  const [isDeleting, setDeleting] = useState(false);
  const test = useProviderTest(provider);
  const { label, issuer, adminClaim, adminValue } = provider;
  const facts = [
    t(provider.mayCreate ? 'row.mayCreate' : 'row.linkedOnly'),
    ...(provider.mayCreate && provider.approvesAtOnce ? [t('row.approvesAtOnce')] : []),
    ...(adminClaim ? [t('row.admins', { claim: adminClaim, value: adminValue })] : []),
  ];
  return (
    <>
      <ListRow
        name={<h3>{label}</h3>}
        badges={
          <>
            {provider.isFixed && <Badge tone="neutral">{t('row.fixed')}</Badge>}
            {!provider.isEnabled && <Badge tone="neutral">{t('row.off')}</Badge>}
          </>
        }
        facts={
          <>
            <span>{issuer}</span>
            <span>{facts.join(' · ')}</span>
          </>
        }
        error={!provider.isReadable && t('row.unreadable')}
        actions={
          <Group gap="var(--space-2)">
            <TestButton test={test} label={label} />
            {!provider.isFixed && (
              <>
                <Button variant="default" size="sm" aria-label={t('row.editOf', { label })} onClick={onEdit}>
                  {t('row.edit')}
                </Button>
                <Button
                  variant="subtle"
                  color="red"
                  size="sm"
                  aria-label={t('row.deleteOf', { label })}
                  onClick={() => setDeleting(true)}
                >
                  {t('row.delete')}
                </Button>
              </>
            )}
          </Group>
        }
      >
        <TestAnswer test={test} />
      </ListRow>
      {isDeleting && (
        <DeleteProvider provider={provider} onSaved={onSaved} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}

interface DeleteProviderProps {
  provider: LoginProvider;
  onSaved(): void;
  onClose(): void;
}

function DeleteProvider({ provider, onSaved, onClose }: DeleteProviderProps) {
  const { t } = useTranslation('loginSettings');
  const client = useApi();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.call(adminApi.deleteLoginProvider, { params: { id: provider._id } }),
    onSuccess: () => {
      toast.success(t('row.deleted', { label: provider.label }));
      onSaved();
    },
    onError: (error) => toastRefusal(error, t('row.deleteFailed')),
    onSettled: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: queryKeys.loginSettings });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      question={t('row.deleteQuestion', { label: provider.label })}
      text={t('row.deleteText')}
      confirmLabel={t('row.delete')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    />
  );
}
