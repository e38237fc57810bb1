// One invitation: for whom, how far it is used up, until when, by whom; and the way to revoke it.
import { api } from '@cellar/contract/api.ts';
import type { Invitation } from '@cellar/contract/invitations.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { formatDate } from '#lib/format.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast.tsx';
import styles from './invitation-row.module.css';
import { invitationState } from './invitation-state.ts';
import { invitationsKey } from './users.queries.ts';

const tones = { open: 'good', usedUp: 'neutral', expired: 'neutral' } as const satisfies Record<
  string,
  BadgeTone
>;

export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t, i18n } = useTranslation('users');
  const { t: tCommon } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const revoke = useRevoke(invitation, () => setAsking(false));
  const { email, uses, maxUses, createdAt, createdBy } = invitation;
  const state = invitationState(invitation, Date.now());
  const day = (time: string) => formatDate(time, i18n.language);
  return (
    <div className={styles.row}>
      <div className={styles.what}>
        <div className={styles.head}>
          <h3 className={styles.name}>{email ?? t('invitations.anybody')}</h3>
          <Badge tone={tones[state]}>{t(`invitations.${state}`)}</Badge>
        </div>
        <p className={styles.detail}>
          <span>{t('invitations.usedOf', { uses, max: maxUses })}</span>
          <span>{t('invitations.expires', { date: day(invitation.expiresAt) })}</span>
          <span>{t('invitations.createdAt', { date: day(createdAt) })}</span>
          {createdBy && <span>{t('invitations.createdBy', { email: createdBy })}</span>}
        </p>
      </div>
      <Button
        variant="subtle"
        color="red"
        size="sm"
        aria-label={
          email
            ? t('invitations.revokeFor', { email })
            : t('invitations.revokeShared', { date: day(createdAt) })
        }
        onClick={() => setAsking(true)}
      >
        {t('invitations.revoke')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          question={t('invitations.revokeQuestion')}
          text={t(state === 'open' ? 'invitations.revokeText' : 'invitations.removeText')}
          confirmLabel={t('invitations.revokeConfirm')}
          cancelLabel={tCommon('cancel')}
          isBusy={revoke.isPending}
          onConfirm={() => revoke.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function useRevoke({ _id }: Invitation, onSettled: () => void) {
  const { t } = useTranslation('users');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(api.revokeInvitation, { params: { id: _id } }),
    onSuccess: () => toast.success(t('invitations.revoked')),
    onError: () => toast.error(t('invitations.revokeFailed')),
    onSettled: () => {
      onSettled();
      return queryClient.invalidateQueries({ queryKey: invitationsKey });
    },
  });
}
