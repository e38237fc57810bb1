// The dialog that makes an invitation: first the form, then the link, which is shown this once.
import type { api } from '@cellar/contract/api.ts';
import type { ResponseOf } from '@cellar/contract/endpoint.ts';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import styles from './invite-dialog.module.css';
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
    <div className={styles.body}>
      <Notice kind="info">{t('invitations.createdLead')}</Notice>
      <TextInput
        label={t('invitations.link')}
        value={url}
        readOnly
        classNames={{ input: styles.link }}
        onFocus={(event) => event.currentTarget.select()}
        rightSection={
          <CopyButton text={url} label={t('invitations.copy')} copiedLabel={t('invitations.copied')} />
        }
      />
      {invitation.email && (
        <p className={styles.hint}>{t('invitations.mailed', { email: invitation.email })}</p>
      )}
      <Button className={styles.submit} data-autofocus onClick={onDone}>
        {t('invitations.done')}
      </Button>
    </div>
  );
}
