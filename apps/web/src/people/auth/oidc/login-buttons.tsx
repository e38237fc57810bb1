// The buttons of the login providers. They are plain links: the server sends the browser on.

import { deferredApi } from '@cellar/contract/deferred-api.ts';
import type { LoginButton } from '@cellar/contract/people/login-providers.ts';
import { Button } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#i18n/language.ts';
import { urlOf } from '#lib/api-client.ts';
import layout from '#ui/layout.module.css';
import { BeforeAlternatives } from '#ui/panel.tsx';

export interface LoginButtonsProps {
  providers: readonly LoginButton[];
  /** The path to open after the login. */
  returnTo: string | undefined;
  /** The form for passwords is above. */
  isBelowForm: boolean;
}

export function LoginButtons({ providers, returnTo, isBelowForm }: LoginButtonsProps) {
  const { t } = useTranslation('oidc');
  const query = { language: currentLanguage(), to: returnTo };
  return (
    <div className={layout.stack3}>
      {isBelowForm && <BeforeAlternatives>{t('or')}</BeforeAlternatives>}
      {providers.map(({ id, label }) => (
        <Button
          key={id}
          component="a"
          href={urlOf(deferredApi.startProviderLogin, { params: { id }, query })}
          variant={isBelowForm ? 'default' : 'filled'}
          leftSection={<IconLogin2 size={18} stroke={1.7} />}
          fullWidth
        >
          {t('button', { label })}
        </Button>
      ))}
    </div>
  );
}
