// The page of members who must set up two-step login before they can do anything else.
import type { AppSetup as Setup } from '@cellar/contract/people/second-factor.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '#ui/panel.tsx';
import { StartSetup, UsePasskeys } from './actions.tsx';
import { AppSetup, RecoveryCodes } from './setup-steps.tsx';

export interface RequiredSetupProps {
  email: string;
  siteName: string;
  onDone(): void;
  onLogout(): void;
}

export function RequiredSetup({ email, siteName, onDone, onLogout }: RequiredSetupProps) {
  const { t } = useTranslation('secondFactor');
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<string[]>();
  const handleConfirmed = (newCodes: string[] | null) => {
    // Without codes, it was set up in another tab.
    if (newCodes) setCodes(newCodes);
    else onDone();
  };
  if (codes) {
    return (
      <Panel heading={t('codes.newHeading')}>
        <RecoveryCodes
          codes={codes}
          insteadOf={setup ? 'app' : 'passkey'}
          email={email}
          siteName={siteName}
          onDone={onDone}
        />
      </Panel>
    );
  }
  return (
    <Panel heading={t('setUp')} lead={t('required.lead')}>
      {setup ? (
        <AppSetup
          setup={setup}
          isReplacing={false}
          onConfirmed={handleConfirmed}
          onRestart={() => setSetup(undefined)}
        />
      ) : (
        <>
          <p>{t('lead')}</p>
          <StartSetup label={t('setUp')} variant="filled" onStarted={setSetup} />
          <UsePasskeys onOn={handleConfirmed} />
        </>
      )}
      <Button variant="subtle" onClick={onLogout}>
        {t('required.logout')}
      </Button>
    </Panel>
  );
}
