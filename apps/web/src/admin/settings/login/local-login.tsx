// Whether members can log in with a password. Without that, only one admin can, for emergencies.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { LoginSettings } from '@cellar/contract/people/login-providers.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApi } from '#lib/api-context.ts';
import { accountTabPath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import styles from './login-settings.module.css';
import { adminsQuery } from './login-settings.queries.ts';

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
            <p className={styles.hint}>{t('local.emergencyAddress', { address: '/login?local' })}</p>
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
        disabled={!isLinked}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {!isLinked && (
        <p className={styles.hint}>
          {hasProvider ? t('local.linkFirst') : t('local.addFirst')}{' '}
          {hasProvider && <Link to={accountTabPath('security')}>{t('local.link')}</Link>}
        </p>
      )}
      <Button variant="default" loading={isBusy} disabled={!isLinked} onClick={() => setAsking(true)}>
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
