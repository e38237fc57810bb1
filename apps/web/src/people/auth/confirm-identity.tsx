import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import type { LoginLink } from '@cellar/contract/people/login-providers.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, PasswordInput } from '@mantine/core';
import { IconExternalLink, IconKey } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#i18n/language.ts';
import type { ApiError } from '#lib/api-error.ts';
import { confirmationChannel } from '#lib/confirmation.ts';
import { focusField, textFieldsOf } from '#lib/form-fields.ts';
import { choosePasskey, type PasskeyError, passkeyObstacle } from '#lib/passkeys/ceremony.ts';
import { useHasPasskey } from '#lib/passkeys/list.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import layout from '#ui/layout.module.css';
import { BeforeAlternatives } from '#ui/panel.tsx';
import { toastRefusal } from '#ui/toasts/toast.tsx';
import { toastPasskeyFailure } from '#ui/toasts/toast-passkey.ts';
import styles from './login-form.module.css';

export interface ConfirmIdentityProps {
  onAnswer(isConfirmed: boolean): void;
}

/** Asks for the password before a sensitive request, if the last check was more than 10 minutes ago. */
export function ConfirmIdentity({ onAnswer }: ConfirmIdentityProps) {
  const { t } = useTranslation(['confirmIdentity', 'common']);
  const client = useApi();
  const logins = useQuery({
    queryKey: queryKeys.account.loginLinks,
    queryFn: ({ signal }) => client.call(deferredApi.listLoginLinks, { signal }),
  });
  const links = logins.data?.links.filter(({ providerId }) => providerId !== null) ?? [];
  const hasLogin = links.length > 0;
  const hasPassword = logins.data?.hasPassword !== false;
  const hasPasskey = useHasPasskey() && !passkeyObstacle();
  const handleConfirmed = useCallback(() => onAnswer(true), [onAnswer]);
  const handleCancel = () => onAnswer(false);
  const others = (
    <>
      {hasPasskey && <PasskeyButton isMain={!hasPassword && !hasLogin} onConfirmed={handleConfirmed} />}
      {hasLogin && <ConfirmByProvider links={links} isMain={!hasPassword} onConfirmed={handleConfirmed} />}
    </>
  );
  return (
    <Dialog heading={t('heading')} size="27rem" closeLabel={t('common:cancel')} onClose={handleCancel}>
      {hasPassword ? (
        <>
          <PasswordForm onConfirmed={handleConfirmed} onCancel={handleCancel} />
          {(hasPasskey || hasLogin) && (
            <div className={`${layout.stack3} ${styles.others}`}>
              <BeforeAlternatives>{t('or')}</BeforeAlternatives>
              {others}
            </div>
          )}
        </>
      ) : (
        <div className={layout.stack4}>
          <p>{t(hasLogin ? 'providerText' : hasPasskey ? 'passkeyText' : 'noWay')}</p>
          <div className={styles.actions}>
            <CancelButton onClick={handleCancel} />
            {others}
          </div>
        </div>
      )}
    </Dialog>
  );
}

function CancelButton({ onClick }: { onClick(): void }) {
  const { t } = useTranslation();
  return (
    <Button variant="default" onClick={onClick}>
      {t('cancel')}
    </Button>
  );
}

function PasswordForm({ onConfirmed, onCancel }: { onConfirmed(): void; onCancel(): void }) {
  const { t } = useTranslation('confirmIdentity');
  const client = useApi();
  const confirm = useMutation({
    mutationFn: (password: string) => client.call(memberApi.confirm, { body: { password } }),
    onSuccess: onConfirmed,
  });
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { password } = textFieldsOf(form, 'password');
    if (confirm.isPending) return;
    confirm.mutate(password, {
      onError: (error) => {
        if (error.code === 'wrong_password') focusField(form, 'password');
        else toastRefusal(error, t('failed'));
      },
    });
  };
  return (
    <form className={layout.stack4} onSubmit={handleSubmit}>
      <p>{t('text')}</p>
      <PasswordInput
        name="password"
        label={t('password')}
        autoComplete="current-password"
        maxLength={limits.passwordMax}
        error={confirm.error?.code === 'wrong_password' && t('wrong')}
        data-autofocus
        required
      />
      <div className={styles.actions}>
        <CancelButton onClick={onCancel} />
        <Button type="submit" loading={confirm.isPending}>
          {t('confirm')}
        </Button>
      </div>
    </form>
  );
}

function PasskeyButton({ isMain, onConfirmed }: { isMain: boolean; onConfirmed(): void }) {
  const { t } = useTranslation('passkey');
  const client = useApi();
  const confirm = useMutation<unknown, ApiError | PasskeyError, void>({
    mutationFn: async () => {
      const options = await client.call(deferredApi.askForConfirmingPasskey);
      const credential = await choosePasskey(options);
      return client.call(deferredApi.confirmWithPasskey, { body: { credential } });
    },
    onSuccess: onConfirmed,
    onError: toastPasskeyFailure,
  });
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      data-autofocus={isMain || undefined}
      autoFocus={isMain}
      leftSection={<IconKey size={18} stroke={1.7} aria-hidden />}
      loading={confirm.isPending}
      onClick={() => confirm.mutate()}
    >
      {t('use')}
    </Button>
  );
}

interface ConfirmByProviderProps {
  links: readonly LoginLink[];
  /** There is no password to confirm with. */
  isMain: boolean;
  onConfirmed(): void;
}

/** Lets a member confirm at a login provider, in a new tab, so that nothing of this page is lost. */
function ConfirmByProvider({ links, isMain, onConfirmed }: ConfirmByProviderProps) {
  useEffect(() => {
    const channel = new BroadcastChannel(confirmationChannel);
    channel.onmessage = onConfirmed;
    return () => channel.close();
  }, [onConfirmed]);
  return links.map(
    ({ providerId, label }, index) =>
      providerId && (
        <ConfirmButton
          key={providerId}
          providerId={providerId}
          label={label}
          isMain={isMain}
          hasFocus={isMain && index === 0}
        />
      ),
  );
}

interface ConfirmButtonProps {
  providerId: string;
  label: string;
  isMain: boolean;
  hasFocus: boolean;
}

function ConfirmButton({ providerId, label, isMain, hasFocus }: ConfirmButtonProps) {
  const { t } = useTranslation('confirmIdentity');
  const client = useApi();
  const body = { providerId, language: currentLanguage() };
  const start = useMutation({
    mutationFn: (tab: Window | null) =>
      client.call(deferredApi.startConfirmation, { body }).catch((error) => {
        tab?.close();
        throw error;
      }),
    onSuccess: ({ url }, tab) => {
      if (tab) tab.location.href = url;
      else window.location.assign(url);
    },
    onError: (error) => toastRefusal(error, t('failed')),
  });
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      data-autofocus={hasFocus || undefined}
      autoFocus={hasFocus}
      leftSection={<IconExternalLink size={18} stroke={1.7} />}
      loading={start.isPending}
      // Opened at once, because browsers block tabs that are opened later than the click.
      onClick={() => start.mutate(window.open('', '_blank'))}
    >
      {t('byProvider', { label })}
    </Button>
  );
}
