// What a member logs in with, and where. Also what programs log in with.

import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import type { Passkey } from '@cellar/contract/people/passkeys.endpoints.ts';
import { deviceOf } from '@cellar/contract/people/rules/devices.ts';
import { grantableScopes } from '@cellar/contract/people/rules/token-scopes.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, TextInput } from '@mantine/core';
import { IconKey, IconMail } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/api-error.ts';
import { focusField, textFieldsOf } from '#lib/form-fields.ts';
import { formatAgo, formatDate } from '#lib/format.ts';
import { createPasskey, type PasskeyError, passkeyObstacle } from '#lib/passkeys/ceremony.ts';
import { passkeysQuery } from '#lib/passkeys/list.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import { toastPasskeyFailure } from '#ui/toasts/toast-passkey.ts';
import {
  apiTokensQuery,
  loginLinksQuery,
  profileQuery,
  secondFactorQuery,
  sessionsQuery,
} from './account.queries.ts';
import { Advanced } from './advanced.tsx';
import { ApiTokens, isExpired } from './api-tokens/api-tokens.tsx';
import { ChangePassword } from './change-password.tsx';
import { LinkedLogins } from './linked-logins.tsx';
import rows from './rows.module.css';
import { Sessions } from './sessions.tsx';
import { TrustedDevices, TwoStepLogin, type TwoStepLoginProps } from './two-step/two-step-login.tsx';

export type SecurityTabProps = Omit<TwoStepLoginProps, 'hasPassword'> & {
  isAdmin: boolean;
  isContributor: boolean;
};

export function SecurityTab({ isAdmin, isContributor, ...twoStep }: SecurityTabProps) {
  const { t } = useTranslation(['apiTokens', 'secondFactor']);
  const client = useApi();
  const profile = useQuery(profileQuery(client));
  const secondFactor = useQuery(secondFactorQuery(client));
  const tokens = useQuery(apiTokensQuery(client));
  const others = [
    useQuery(passkeysQuery(client)),
    useQuery(sessionsQuery(client)),
    useQuery(loginLinksQuery(client)),
  ];
  // Shown at once, so that no part pushes another one down.
  const isComplete = [profile, secondFactor, ...others].every(({ isFetched }) => isFetched);
  if (!isComplete) return <Skeleton height="48rem" />;
  const hasPassword = profile.data?.hasPassword !== false;
  const trusted = secondFactor.data?.onSince ? [t('secondFactor:devices.heading')] : [];
  return (
    <div className={layout.stack5}>
      {hasPassword ? <ChangePassword /> : <SetPassword email={twoStep.email} />}
      <Passkeys hasPassword={hasPassword} />
      <LinkedLogins hasPassword={hasPassword} />
      <TwoStepLogin {...twoStep} hasPassword={hasPassword} />
      <Sessions />
      <Advanced parts={[...trusted, t('heading')]} isOpen={tokens.data?.tokens.some(isExpired)}>
        {trusted.length > 0 && <TrustedDevices />}
        <ApiTokens scopes={grantableScopes({ isAdmin, isContributor })} hasPassword={hasPassword} />
      </Advanced>
    </div>
  );
}

/** For accounts that a login provider has made: lets their owner set a password with a mailed link. */
function SetPassword({ email }: { email: string }) {
  const { t } = useTranslation(['oidc', 'account']);
  const client = useApi();
  const send = useMutation({
    mutationFn: () => client.call(memberApi.forgotPassword, { body: { email } }),
    onSuccess: () => toast.success(t('setPassword.sent', { email })),
    onError: (error) => toastRefusal(error, t('setPassword.failed')),
  });
  return (
    <Section
      heading={t('account:password.heading')}
      lead={t('setPassword.lead')}
      action={
        <Button
          variant="default"
          leftSection={<IconMail size={18} stroke={1.7} />}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {t('setPassword.send')}
        </Button>
      }
    />
  );
}

/** The account's section on passkeys: a list, and the button that adds one. */
function Passkeys({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation('passkeys');
  const { data, refetch } = useQuery(passkeysQuery(useApi()));
  const obstacle = data && obstacleAt(data.host);
  const isFull = data && data.passkeys.length >= limits.passkeys;
  return (
    <Section
      heading={t('heading')}
      lead={t(hasPassword ? 'lead' : 'leadWithoutPassword')}
      anchor="passkeys"
      action={data && !obstacle && !isFull && <AddPasskey />}
    >
      {!data && <LoadFailedNotice onRetry={() => void refetch()} />}
      {data && data.passkeys.length > 0 && (
        <ul className={rows.list} aria-label={t('heading')}>
          {data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey._id} passkey={passkey} isHere={passkey.host === data.host} />
          ))}
        </ul>
      )}
      {obstacle ? (
        <p className={layout.small}>{t(`obstacle.${obstacle}`, { host: data.host })}</p>
      ) : (
        isFull && <p className={layout.small}>{t('full')}</p>
      )}
    </Section>
  );
}

/** `elsewhere`: the site's passkeys belong to a host name that is not the one of this page. */
function obstacleAt(host: string | null) {
  const obstacle = passkeyObstacle();
  if (obstacle) return obstacle;
  if (host === null) return 'address';
  return host === window.location.hostname ? undefined : 'elsewhere';
}

function AddPasskey() {
  const { t } = useTranslation(['passkeys', 'account']);
  const client = useApi();
  const queryClient = useQueryClient();
  const add = useMutation<Passkey, ApiError | PasskeyError, void>({
    mutationFn: async () => {
      const options = await client.call(deferredApi.askForNewPasskey);
      const credential = await createPasskey(options);
      const { browser, system } = deviceOf(navigator.userAgent);
      const name =
        browser && system ? t('account:sessions.device', { browser, system }) : t('account:sessions.unknown');
      return client.call(deferredApi.addPasskey, { body: { name, credential } });
    },
    onSuccess: ({ name }) => toast.success(t('added', { name })),
    onError: toastPasskeyFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.account.all }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconKey size={18} stroke={1.7} aria-hidden />}
      loading={add.isPending}
      onClick={() => add.mutate()}
    >
      {t('add')}
    </Button>
  );
}

interface RowProps {
  passkey: Passkey;
  /** It belongs to the address of this page. */
  isHere: boolean;
}

function PasskeyRow({ passkey, isHere }: RowProps) {
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
    <li className={rows.row}>
      <IconKey size={24} stroke={1.5} aria-hidden className={rows.icon} />
      <div className={rows.what}>
        <h3 className={rows.name}>{name}</h3>
        <p className={`${layout.small} ${rows.sentence}`}>{facts.join(' · ')}</p>
      </div>
      <div className={layout.row2}>
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
      <form className={layout.stack4} onSubmit={handleSubmit} noValidate>
        <TextInput
          name="name"
          label={t('name')}
          defaultValue={passkey.name}
          error={isEmpty && t('needsName')}
          maxLength={60}
          data-autofocus
          required
        />
        <div className={layout.actions}>
          <Button type="submit" loading={rename.isPending}>
            {t('save')}
          </Button>
        </div>
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
