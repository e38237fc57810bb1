// How people log in: the login providers, whether passwords work, and who needs a second step.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { LoginProvider, LoginSettings as Settings } from '@cellar/contract/people/login-providers.ts';
import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { LoadingList } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import entries from '#ui/lists/entry-list.module.css';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Section } from '#ui/section.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import { LocalLogin, loginSettingsQuery, SecondFactorSettings } from './login-rules.tsx';
import styles from './login-settings.module.css';
import { ProviderDialog, TestAnswer, TestButton, useProviderTest } from './provider-dialog.tsx';

export interface LoginSettingsProps {
  /** The id of the admin who reads it. */
  ownId: string;
  /** Whether the admin's own account has two-step login. Undefined until it is known. */
  hasSecondFactor: boolean | undefined;
  /** Lets the page refresh the public data of the site. */
  onSaved(): void;
}

export function LoginSettings({ ownId, hasSecondFactor, onSaved }: LoginSettingsProps) {
  const { t } = useTranslation('loginSettings');
  const query = useQuery(loginSettingsQuery(useApi()));
  return (
    <>
      <Section heading={t('providers.heading')} lead={t('providers.lead')}>
        {query.data && <Providers settings={query.data} onSaved={onSaved} />}
        {query.isPending && <LoadingList label={t('loading')} height="4.5rem" rows={2} />}
        {query.isError && !query.data && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      </Section>
      {query.data && <LocalLogin settings={query.data} ownId={ownId} onSaved={onSaved} />}
      <SecondFactorSettings hasOwn={hasSecondFactor} onSaved={onSaved} />
    </>
  );
}

function Providers({ settings, onSaved }: { settings: Settings; onSaved(): void }) {
  const { t } = useTranslation('loginSettings');
  const [edited, setEdited] = useState<LoginProvider | 'new'>();
  const { providers, redirectUri, logoutUri } = settings;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} stroke={1.7} />}
        onClick={() => setEdited('new')}
      >
        {t('providers.add')}
      </Button>
      {providers.length === 0 ? (
        <Text mt="var(--space-4)" c="dimmed">
          {t('providers.empty')}
        </Text>
      ) : (
        <ul className={entries.list} aria-label={t('providers.heading')}>
          {providers.map((provider) => (
            <li key={provider._id}>
              <ProviderRow provider={provider} onEdit={() => setEdited(provider)} onSaved={onSaved} />
            </li>
          ))}
        </ul>
      )}
      <Disclosure label={t('providers.addresses')}>
        <dl className={styles.addresses}>
          <Address label={t('providers.redirectUri')} address={redirectUri} />
          <Address label={t('providers.logoutUri')} address={logoutUri} />
        </dl>
      </Disclosure>
      {edited && (
        <ProviderDialog
          provider={edited === 'new' ? undefined : edited}
          onSaved={onSaved}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function Address({ label, address }: { label: string; address: string }) {
  const { t } = useTranslation('loginSettings');
  return (
    <div className={styles.address}>
      <dt>{label}</dt>
      <dd>
        <code>{address}</code>
        <CopyButton text={address} label={t('providers.copy', { label })} />
      </dd>
    </div>
  );
}

interface ProviderRowProps {
  provider: LoginProvider;
  onEdit(): void;
  onSaved(): void;
}

function ProviderRow({ provider, onEdit, onSaved }: ProviderRowProps) {
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
