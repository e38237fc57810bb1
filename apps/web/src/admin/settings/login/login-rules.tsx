// Whether members can log in with a password. Without that, only one admin can, for emergencies.

import type { AdminSettings } from '@cellar/contract/admin/site.endpoints.ts';
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { LoginSettings } from '@cellar/contract/people/login-providers.ts';
import type { SecondFactorRequirement } from '@cellar/contract/people/second-factor.ts';
import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ApiClient } from '#lib/api-client.ts';
import { accountTabPath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useSaveBar } from '#lib/save-bar-context.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Select } from '#ui/fields/select.tsx';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import { LoadedSettings, useSiteDraft } from '../loaded-settings.tsx';
import styles from './login-settings.module.css';

interface LocalLoginProps {
  settings: LoginSettings;
  /** The id of the admin who reads it. */
  ownId: string;
  onSaved(): void;
}

export function LocalLogin({ settings, ownId, onSaved }: LocalLoginProps) {
  const { t } = useTranslation('loginSettings');
  const { isOn, emergencyAdmin } = settings.localLogin;
  const save = useSave(onSaved);
  return (
    <Section heading={t('local.heading')} lead={t('local.lead')}>
      <div className={styles.local}>
        {isOn ? (
          <TurnOff
            settings={settings}
            ownId={ownId}
            isBusy={save.isPending}
            onTurnOff={(id) => save.mutate({ isOn: false, emergencyAdminId: id })}
          />
        ) : (
          <>
            <p>
              {emergencyAdmin
                ? t('local.isOff', { name: emergencyAdmin.name, email: emergencyAdmin.email })
                : t('local.isOffForAll')}
            </p>
            <p className={layout.small}>{t('local.emergencyAddress', { address: '/login?local' })}</p>
            <Button variant="default" loading={save.isPending} onClick={() => save.mutate({ isOn: true })}>
              {t('local.turnOn')}
            </Button>
          </>
        )}
      </div>
    </Section>
  );
}

interface TurnOffProps {
  settings: LoginSettings;
  ownId: string;
  isBusy: boolean;
  onTurnOff(emergencyAdminId: string | undefined): void;
}

function TurnOff({ settings, ownId, isBusy, onTurnOff }: TurnOffProps) {
  const { t } = useTranslation('loginSettings');
  const admins = useQuery(adminsQuery(useApi()));
  const [chosen, setChosen] = useState('');
  const [isAsking, setAsking] = useState(false);
  const { isLinked, unlinkedMembers } = settings;
  const hasProvider = settings.providers.some(({ isEnabled }) => isEnabled);
  const others = admins.data?.filter(({ _id }) => _id !== ownId) ?? [];
  const handleConfirm = () => {
    setAsking(false);
    onTurnOff(chosen || undefined);
  };
  if (!isLinked) {
    return (
      <p>
        {hasProvider ? t('local.linkFirst') : t('local.addFirst')}{' '}
        {hasProvider && <Link to={accountTabPath('security')}>{t('local.link')}</Link>}
      </p>
    );
  }
  return (
    <>
      <p>{t('local.isOn')}</p>
      <Select
        label={t('local.emergencyAdmin')}
        description={t('local.emergencyAdminHint')}
        w="100%"
        maw="30rem"
        value={chosen}
        data={[
          { value: '', label: t('local.myself') },
          ...others.map(({ _id, name, email }) => ({ value: _id, label: `${name} (${email})` })),
        ]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Button variant="default" loading={isBusy} onClick={() => setAsking(true)}>
        {t('local.turnOff')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('local.question')}
        text={`${t('local.passkeys')} ${unlinkedMembers > 0 ? t('local.unlinked', { count: unlinkedMembers }) : t('local.allLinked')}`}
        confirmLabel={t('local.turnOff')}
        onConfirm={handleConfirm}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

function useSave(onSaved: () => void) {
  const { t } = useTranslation('loginSettings');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { isOn: boolean; emergencyAdminId?: string | undefined }) =>
      client.call(adminApi.setLocalLogin, { body }),
    onSuccess: (settings) => {
      toast.success(t(settings.localLogin.isOn ? 'local.turnedOn' : 'local.turnedOff'));
      queryClient.setQueryData(queryKeys.loginSettings, settings);
      onSaved();
    },
    onError: (error) => toastRefusal(error, t('local.failed')),
  });
}

export const loginSettingsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.loginSettings,
    queryFn: ({ signal }) => client.call(adminApi.getLoginSettings, { signal }),
    // Another admin may have changed them.
    staleTime: 0,
  });

/** The admins who can be chosen for emergencies. */
const adminsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: [...queryKeys.users, 'admins'],
    queryFn: async ({ signal }) =>
      (await client.call(adminApi.listUsers, { query: { state: 'admin', limit: 100 }, signal })).users,
    staleTime: 0,
  });

// Who must log in in two steps. An admin who requires it needs it first.

const requirements: readonly SecondFactorRequirement[] = ['nobody', 'admins', 'everyone'];

interface SecondFactorSettingsProps {
  /** Whether the admin's own account has it. Undefined until it is known. */
  hasOwn: boolean | undefined;
  onSaved(): void;
}

export function SecondFactorSettings(props: SecondFactorSettingsProps) {
  return <LoadedSettings>{(settings) => <SecondFactorForm {...props} settings={settings} />}</LoadedSettings>;
}

interface SecondFactorFormProps extends SecondFactorSettingsProps {
  settings: AdminSettings;
}

function SecondFactorForm({ settings, hasOwn, onSaved }: SecondFactorFormProps) {
  const { t } = useTranslation('settings');
  const form = useRef<HTMLFormElement>(null);
  const draft = useSiteDraft(settings, onSaved);
  useSaveBar(form, draft);
  const value = draft.values.requireSecondFactor;
  // Whoever has lost it can still stop requiring it.
  const mustSetUp = hasOwn === false && value === 'nobody';
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    draft.save();
  };
  return (
    <form ref={form} onSubmit={handleSubmit} noValidate>
      <Section heading={t('secondFactor.heading')} lead={t('secondFactor.lead')}>
        <div className={styles.local}>
          <Select
            label={t('secondFactor.require')}
            description={t('secondFactor.requireHint')}
            w="100%"
            maw="30rem"
            value={value}
            disabled={mustSetUp}
            data={requirements.map((who) => ({ value: who, label: t(`secondFactor.${who}`) }))}
            onChange={(event) =>
              draft.change({ requireSecondFactor: event.currentTarget.value as SecondFactorRequirement })
            }
          />
          {mustSetUp && (
            <p className={layout.small}>
              <Link to={accountTabPath('security')}>{t('secondFactor.setUpFirst')}</Link>
            </p>
          )}
        </div>
      </Section>
    </form>
  );
}
