// Lets a member confirm at a login provider, in a new tab, so that nothing of this page is lost.

import { deferredApi } from '@cellar/contract/deferred-api.ts';
import type { LoginLink } from '@cellar/contract/people/login-providers.ts';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#i18n/language.ts';
import { useApi } from '#lib/api-context.ts';
import { confirmationChannel } from '#lib/confirmation.ts';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';

export interface ConfirmByProviderProps {
  links: readonly LoginLink[];
  /** There is no password to confirm with. */
  isMain: boolean;
  onConfirmed(): void;
}

export function ConfirmByProvider({ links, isMain, onConfirmed }: ConfirmByProviderProps) {
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
