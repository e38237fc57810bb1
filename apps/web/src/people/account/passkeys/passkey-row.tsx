import { deferredApi } from '@cellar/contract/deferred-api.ts';
import type { Passkey } from '@cellar/contract/people/passkeys.ts';
import { Button, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { focusField, textFieldsOf } from '#lib/form-fields.ts';
import { formatAgo, formatDate } from '#lib/format.ts';
import { passkeysQuery } from '#lib/passkeys/list.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import { secondFactorQuery } from '../account.queries.ts';
import styles from './passkeys.module.css';

interface RowProps {
  passkey: Passkey;
  /** It belongs to the address of this page. */
  isHere: boolean;
}

export function PasskeyRow({ passkey, isHere }: RowProps) {
  const { t, i18n } = useTranslation('passkeys');
  const { name, host, isSynced, createdAt, lastUsedAt } = passkey;
  const [asked, setAsked] = useState<'rename' | 'delete'>();
  const facts = [
    t('created', { date: formatDate(createdAt, i18n.language) }),
    lastUsedAt ? t('lastUsed', { ago: formatAgo(lastUsedAt, i18n.language) }) : t('neverUsed'),
    ...(isSynced ? [t('synced')] : []),
    ...(isHere ? [] : [t('onlyAt', { host })]),
  ];
  return (
    <li className={styles.row}>
      <IconKey size={24} stroke={1.5} aria-hidden className={styles.icon} />
      <div className={styles.what}>
        <h3>{name}</h3>
        <p className={styles.dim}>{facts.join(' · ')}</p>
      </div>
      <div className={styles.actions}>
        <Button
          variant="default"
          size="sm"
          aria-label={t('renameOf', { name })}
          onClick={() => setAsked('rename')}
        >
          {t('rename')}
        </Button>
        <Button
          variant="default"
          color="red"
          size="sm"
          aria-label={t('deleteOf', { name })}
          onClick={() => setAsked('delete')}
        >
          {t('delete')}
        </Button>
      </div>
      {asked === 'rename' && <RenameDialog passkey={passkey} onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && <DeleteQuestion passkey={passkey} onClose={() => setAsked(undefined)} />}
    </li>
  );
}

interface DialogProps {
  passkey: Passkey;
  onClose(): void;
}

function RenameDialog({ passkey, onClose }: DialogProps) {
  const { t } = useTranslation('passkeys');
  const client = useApi();
  const queryClient = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) =>
      client.call(deferredApi.renamePasskey, { params: { id: passkey._id }, body: { name } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.account.passkeys });
      onClose();
    },
    onError: (error) => toastRefusal(error, t('failed')),
  });
  const [isEmpty, setEmpty] = useState(false);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = textFieldsOf(form, 'name').name.trim();
    setEmpty(name === '');
    if (name === '') focusField(form, 'name');
    else if (!rename.isPending) rename.mutate(name);
  };
  return (
    <Dialog heading={t('renameHeading')} size="27rem" onClose={onClose}>
      <form className={styles.form} onSubmit={handleSubmit} noValidate>
        <TextInput
          name="name"
          label={t('name')}
          defaultValue={passkey.name}
          error={isEmpty && t('needsName')}
          maxLength={60}
          data-autofocus
          required
        />
        <Button type="submit" loading={rename.isPending}>
          {t('save')}
        </Button>
      </form>
    </Dialog>
  );
}

function DeleteQuestion({ passkey, onClose }: DialogProps) {
  const { t } = useTranslation('passkeys');
  const client = useApi();
  const queryClient = useQueryClient();
  const { data: secondFactor } = useQuery(secondFactorQuery(client));
  const { data } = useQuery(passkeysQuery(client));
  const endsSecondStep = secondFactor?.onSince && !secondFactor.hasApp && data?.passkeys.length === 1;
  const remove = useMutation({
    mutationFn: () => client.call(deferredApi.deletePasskey, { params: { id: passkey._id } }),
    onSuccess: () => toast.success(t('deleted')),
    onError: (error) => toastRefusal(error, t('deleteFailed')),
    onSettled: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.account.all });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      question={t('question', { name: passkey.name })}
      text={t(endsSecondStep ? 'textLast' : 'text')}
      confirmLabel={t('confirm')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    />
  );
}
