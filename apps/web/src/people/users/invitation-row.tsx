import { adminApi } from '@cellar/contract/admin-api.ts';
import type { Invitation } from '@cellar/contract/people/members.endpoints.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { toast } from '#ui/toasts/toast.tsx';

/** The texts for ending an invitation that works, and for taking one that does not off the list. */
const endings = {
  open: {
    button: 'invitations.revoke',
    label: 'invitations.revokeFor',
    sharedLabel: 'invitations.revokeShared',
    question: 'invitations.revokeQuestion',
    text: 'invitations.revokeText',
    confirm: 'invitations.revokeConfirm',
    done: 'invitations.revoked',
    failed: 'invitations.revokeFailed',
  },
  over: {
    button: 'invitations.remove',
    label: 'invitations.removeFor',
    sharedLabel: 'invitations.removeShared',
    question: 'invitations.removeQuestion',
    text: 'invitations.removeText',
    confirm: 'invitations.removeConfirm',
    done: 'invitations.removed',
    failed: 'invitations.removeFailed',
  },
} as const;
type Ending = (typeof endings)[keyof typeof endings];

const tones = { open: 'good', usedUp: 'neutral', expired: 'neutral' } as const satisfies Record<
  string,
  BadgeTone
>;

export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t, i18n } = useTranslation('users');
  const [isAsking, setAsking] = useState(false);
  const { email, uses, maxUses, createdAt, createdBy } = invitation;
  const state = invitationState(invitation, Date.now());
  const ending = endings[state === 'open' ? 'open' : 'over'];
  const revoke = useRevoke(invitation, ending, () => setAsking(false));
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
        actions={<RevokeButton invitation={invitation} ending={ending} onClick={() => setAsking(true)} />}
      />
      {isAsking && (
        <ConfirmDialog
          isOpen
          question={t(ending.question)}
          text={t(ending.text)}
          confirmLabel={t(ending.confirm)}
          isBusy={revoke.isPending}
          onConfirm={() => revoke.mutate()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface RevokeButtonProps {
  invitation: Invitation;
  ending: Ending;
  onClick(): void;
}

function RevokeButton({ invitation, ending, onClick }: RevokeButtonProps) {
  const { t, i18n } = useTranslation('users');
  const { email, createdAt } = invitation;
  const label = email
    ? t(ending.label, { email })
    : t(ending.sharedLabel, { date: formatDate(createdAt, i18n.language) });
  return (
    <Button ml="auto" variant="default" color="red" size="sm" aria-label={label} onClick={onClick}>
      {t(ending.button)}
    </Button>
  );
}

function useRevoke({ _id }: Invitation, ending: Ending, onSettled: () => void) {
  const { t } = useTranslation('users');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(adminApi.revokeInvitation, { params: { id: _id } }),
    onSuccess: () => toast.success(t(ending.done)),
    onError: () => toast.error(t(ending.failed)),
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
