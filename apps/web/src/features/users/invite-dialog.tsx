// The dialog that creates an invitation: first the form, then the link, which is never shown again.
import type { api } from '@cellar/contract/api.ts';
import type { ResponseOf } from '@cellar/contract/endpoint.ts';
import { Button, Flex, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import { InviteForm } from './invite-form.tsx';

type Created = ResponseOf<typeof api.createInvitation>;

export function InviteDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('users');
  const [created, setCreated] = useState<Created>();
  return (
    <Dialog heading={t(created ? 'invitations.createdHeading' : 'invitations.create')} onClose={onClose}>
      {created ? <InviteLink created={created} onDone={onClose} /> : <InviteForm onCreated={setCreated} />}
    </Dialog>
  );
}

function InviteLink({ created: { url, invitation }, onDone }: { created: Created; onDone(): void }) {
  const { t } = useTranslation('users');
  return (
    <Flex direction="column" gap="var(--space-4)">
      <Notice kind="info">{t('invitations.createdLead')}</Notice>
      <TextInput
        label={t('invitations.link')}
        value={url}
        readOnly
        styles={{
          input: { fontFamily: 'var(--font-mono)', fontSize: 'var(--text-2)', textOverflow: 'ellipsis' },
        }}
        onFocus={(event) => event.currentTarget.select()}
        rightSection={
          <CopyButton text={url} label={t('invitations.copy')} copiedLabel={t('invitations.copied')} />
        }
      />
      {invitation.email && (
        <Text c="dimmed" fz="var(--text-2)" style={{ overflowWrap: 'anywhere' }}>
          {t('invitations.mailed', { email: invitation.email })}
        </Text>
      )}
      <Button style={{ alignSelf: 'flex-end' }} data-autofocus onClick={onDone}>
        {t('invitations.done')}
      </Button>
    </Flex>
  );
}
