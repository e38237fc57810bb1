import { adminApi } from '@cellar/contract/admin-api.ts';
import type { Invitation } from '@cellar/contract/invitations.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { formatDate } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { toast } from '#ui/toasts/toast.tsx';

const tones = { open: 'good', usedUp: 'neutral', expired: 'neutral' } as const satisfies Record<
  string,
  BadgeTone
>;

export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t, i18n } = useTranslation('users');
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevoke(invitation, () => setAsking(false));
  const { email, uses, maxUses, createdAt, createdBy } = invitation;
  const state = invitationState(invitation, Date.now());
  const day = (time: string) => formatDate(time, i18n.language);
  return (
    <>
      <ListRow
        spacing="tight"
        name={<h3>{email ?? t('invitations.anybody')}</h3>}
        badges={<Badge tone={tones[state]}>{t(`invitations.${state}`)}</Badge>}
        facts={
          <>
            <span>{t('invitations.usedOf', { uses, max: maxUses })}</span>
            <span>{t('invitations.expires', { date: day(invitation.expiresAt) })}</span>
            <span>{t('invitations.createdAt', { date: day(createdAt) })}</span>
            {createdBy && <span>{t('invitations.createdBy', { email: createdBy })}</span>}
          </>
        }
        actions={<RevokeButton invitation={invitation} onClick={() => setAsking(true)} />}
      />
      {isAsking && (
        <ConfirmDialog
          isOpen
          question={t('invitations.revokeQuestion')}
          text={t(state === 'open' ? 'invitations.revokeText' : 'invitations.removeText')}
          confirmLabel={t('invitations.revokeConfirm')}
          isBusy={revoke.isPending}
          onConfirm={() => revoke.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

function RevokeButton({ invitation, onClick }: { invitation: Invitation; onClick(): void }) {
  const { t, i18n } = useTranslation('users');
  const { email, createdAt } = invitation;
  const label = email
    ? t('invitations.revokeFor', { email })
    : t('invitations.revokeShared', { date: formatDate(createdAt, i18n.language) });
  return (
    <Button ml="auto" variant="default" color="red" size="sm" aria-label={label} onClick={onClick}>
      {t('invitations.revoke')}
    </Button>
  );
}

function useRevoke({ _id }: Invitation, onSettled: () => void) {
  const { t } = useTranslation('users');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(adminApi.revokeInvitation, { params: { id: _id } }),
    onSuccess: () => toast.success(t('invitations.revoked')),
    onError: () => toast.error(t('invitations.revokeFailed')),
    onSettled: () => {
      onSettled();
      return queryClient.invalidateQueries({ queryKey: queryKeys.invitations });
    },
  });
}

/** Returns whether the invitation can still be used, by the server's rules. */
export function invitationState(
  { uses, maxUses, expiresAt }: Pick<Invitation, 'uses' | 'maxUses' | 'expiresAt'>,
  now: number,
): 'open' | 'usedUp' | 'expired' {
  if (uses >= maxUses) return 'usedUp';
  return Date.parse(expiresAt) <= now ? 'expired' : 'open';
}
