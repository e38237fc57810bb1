// The buttons that change two-step login.

import { deferredApi } from '@cellar/contract/deferred-api.ts';
import type { AppSetup } from '@cellar/contract/people/second-factor.ts';
import { Button, type ButtonProps } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasPasskey } from '#lib/passkeys/list.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import { secondFactorQuery } from '../account.queries.ts';

interface StartSetupProps extends Pick<ButtonProps, 'variant' | 'size'> {
  label: string;
  onStarted(setup: AppSetup): void;
}

/** Gets the secret for the app first, because the server may ask for the password before it. */
export function StartSetup({ label, variant = 'default', size, onStarted }: StartSetupProps) {
  const client = useApi();
  const start = useChange(() => client.call(deferredApi.setUpApp), onStarted);
  return (
    <Button
      variant={variant}
      size={size}
      leftSection={!size && <IconShieldLock size={18} stroke={1.7} aria-hidden />}
      loading={start.isPending}
      onClick={() => start.mutate()}
    >
      {label}
    </Button>
  );
}

/** Shown to members who have passkeys: asks for one after the password. */
export function UsePasskeys({ onOn }: { onOn(codes: string[] | null): void }) {
  const { t } = useTranslation('passkeys');
  const client = useApi();
  const hasPasskey = useHasPasskey();
  const turnOn = useChange(
    () => client.call(deferredApi.usePasskeysAfterPassword),
    ({ recoveryCodes }) => onOn(recoveryCodes),
  );
  if (!hasPasskey) return null;
  return (
    <Button variant="default" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
      {t('secondStep')}
    </Button>
  );
}

export function RenewCodes({ onRenewed }: { onRenewed(codes: string[]): void }) {
  const { t } = useTranslation('secondFactor');
  const client = useApi();
  const [isAsking, setAsking] = useState(false);
  const renew = useChange(
    () => client.call(deferredApi.renewRecoveryCodes),
    ({ recoveryCodes }) => onRenewed(recoveryCodes),
  );
  const handleConfirm = () => {
    setAsking(false);
    renew.mutate();
  };
  return (
    <>
      <Button variant="default" size="sm" loading={renew.isPending} onClick={() => setAsking(true)}>
        {t('codes.renew')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('codes.renewQuestion')}
        text={t('codes.renewText')}
        confirmLabel={t('codes.renew')}
        onConfirm={handleConfirm}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

export function TurnOff() {
  const { t } = useTranslation('secondFactor');
  const client = useApi();
  const [isAsking, setAsking] = useState(false);
  const turnOff = useChange(
    () => client.call(deferredApi.turnSecondFactorOff),
    () => toast.success(t('off.done')),
  );
  const handleConfirm = () => {
    setAsking(false);
    turnOff.mutate();
  };
  return (
    <>
      <Button
        color="red"
        variant="default"
        size="sm"
        loading={turnOff.isPending}
        onClick={() => setAsking(true)}
      >
        {t('off.button')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('off.question')}
        text={t('off.text')}
        confirmLabel={t('off.button')}
        onConfirm={handleConfirm}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/** A request that changes two-step login, without a body. Afterwards the section is loaded again. */
export function useChange<Answer>(send: () => Promise<Answer>, onSuccess: (answer: Answer) => void) {
  const { t } = useTranslation('secondFactor');
  const queryClient = useQueryClient();
  const { queryKey } = secondFactorQuery(useApi());
  return useMutation({
    mutationFn: send,
    onSuccess,
    onError: (error) => toastRefusal(error, t('failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
