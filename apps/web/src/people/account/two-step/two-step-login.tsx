// The account's sections on two-step login: turning it on and off, the app, recovery codes; and trusted devices.

import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { deviceOf } from '@cellar/contract/people/rules/devices.ts';
import type { SecondFactor, TrustedDevice } from '@cellar/contract/people/second-factor.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText } from '#i18n/error-text.ts';
import { formatAgo, formatDate } from '#lib/format.ts';
import { useHasPasskey } from '#lib/passkeys/list.ts';
import { useApi } from '#lib/services-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { LoadFailedNotice, Notice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { secondFactorQuery } from '../account.queries.ts';
import rows from '../rows.module.css';
import { RenewCodes, StartSetup, TurnOff, UsePasskeys, useChange } from './actions.tsx';
import { AppSetup, RecoveryCodes, type RecoveryCodesProps } from './setup-steps.tsx';
import styles from './two-step.module.css';

/** With this many recovery codes left, or fewer, the section asks to create new ones. */
const fewCodes = 3;

export interface TwoStepLoginProps {
  email: string;
  siteName: string;
  /** Accounts that a login provider has made have none. */
  hasPassword: boolean;
}

export function TwoStepLogin({ email, siteName, hasPassword }: TwoStepLoginProps) {
  const { t } = useTranslation('secondFactor');
  const { data: state, refetch } = useQuery(secondFactorQuery(useApi()));
  const [setup, setSetup] = useState<Parameters<typeof AppSetup>[0]['setup']>();
  // Kept here, because the dialog with the codes outlives the question or dialog before it.
  const [codes, setCodes] = useState<Pick<RecoveryCodesProps, 'codes' | 'insteadOf'>>();
  const isOn = state && state.onSince !== null;
  const handleConfirmed = (newCodes: string[] | null, insteadOf: 'app' | 'passkey') => {
    setSetup(undefined);
    if (newCodes) setCodes({ codes: newCodes, insteadOf });
    else toast.success(t('setup.replaced'));
  };
  return (
    <Section
      heading={t('heading')}
      lead={t(hasPassword ? 'lead' : 'leadWithoutPassword')}
      anchor="two-step-login"
      action={
        state &&
        !isOn && (
          <div className={layout.row3}>
            <UsePasskeys onOn={(newCodes) => handleConfirmed(newCodes, 'passkey')} />
            <StartSetup label={t('setUp')} onStarted={setSetup} />
          </div>
        )
      }
    >
      {!state && <LoadFailedNotice onRetry={() => void refetch()} />}
      {isOn && (
        <WhileOn
          state={state}
          onSetup={setSetup}
          onCodes={(renewed) => handleConfirmed(renewed, state.hasApp ? 'app' : 'passkey')}
        />
      )}
      {state && setup && (
        <Dialog heading={t('setup.heading')} onClose={() => setSetup(undefined)}>
          <AppSetup
            setup={setup}
            isReplacing={state.hasApp}
            onConfirmed={(newCodes) => handleConfirmed(newCodes, 'app')}
            onRestart={() => setSetup(undefined)}
          />
        </Dialog>
      )}
      {codes && (
        // The codes are not shown again, so the dialog stays until its button is pressed.
        <Dialog heading={t('codes.newHeading')}>
          <RecoveryCodes {...codes} email={email} siteName={siteName} onDone={() => setCodes(undefined)} />
        </Dialog>
      )}
    </Section>
  );
}

interface WhileOnProps {
  state: SecondFactor;
  onSetup: Parameters<typeof StartSetup>[0]['onStarted'];
  onCodes(codes: string[]): void;
}

function WhileOn({ state, onSetup, onCodes }: WhileOnProps) {
  const { t, i18n } = useTranslation('secondFactor');
  const { onSince, isRequired, hasApp, recoveryCodesLeft: total } = state;
  const hasPasskey = useHasPasskey();
  return (
    <div className={layout.stack4}>
      <p className={styles.state}>
        <Badge tone="good">{t('isOn')}</Badge>
        <span>{t('since', { date: formatDate(onSince ?? '', i18n.language) })}</span>
      </p>
      {hasPasskey && (
        <div className={styles.part}>
          <div className={styles.what}>
            <h3>{t('passkeys.heading')}</h3>
            <p className={styles.dim}>{t('passkeys.text')}</p>
          </div>
        </div>
      )}
      <div className={styles.part}>
        <div className={styles.what}>
          <h3>{t('app.heading')}</h3>
          <p className={styles.dim}>{t(hasApp ? 'app.text' : 'app.none')}</p>
        </div>
        <StartSetup label={t(hasApp ? 'app.replace' : 'setup.heading')} size="sm" onStarted={onSetup} />
      </div>
      <div className={styles.part}>
        <div className={styles.what}>
          <h3>{t('codes.heading')}</h3>
          <p className={styles.dim}>{t(hasApp ? 'codes.left' : 'codes.leftOfPasskeys', { total })}</p>
        </div>
        <RenewCodes onRenewed={onCodes} />
        {total <= fewCodes && <Notice kind="info">{t('codes.few')}</Notice>}
      </div>
      <div className={styles.part}>
        {isRequired ? <p className={styles.dim}>{t('off.required')}</p> : <TurnOff />}
      </div>
    </div>
  );
}

/** The devices on which the password alone is enough to log in. */
export function TrustedDevices() {
  const { t } = useTranslation('secondFactor');
  const client = useApi();
  const { data } = useQuery(secondFactorQuery(client));
  const devices = data?.devices ?? [];
  const forgetAll = useChange(
    () => client.call(deferredApi.forgetDevices),
    ({ message }) => toast.success(answerText(message, t('devices.allForgotten'))),
  );
  return (
    <Section
      heading={t('devices.heading')}
      lead={t(devices.length > 0 ? 'devices.lead' : 'devices.empty')}
      anchor="trusted-devices"
      action={
        devices.length > 1 && (
          <Button variant="default" loading={forgetAll.isPending} onClick={() => forgetAll.mutate()}>
            {t('devices.forgetAll')}
          </Button>
        )
      }
    >
      {devices.length > 0 && (
        <ul className={rows.list} aria-label={t('devices.heading')}>
          {devices.map((device) => (
            <DeviceRow key={device._id} device={device} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function DeviceRow({ device: { _id, userAgent, lastUsedAt, expiresAt } }: { device: TrustedDevice }) {
  const { t, i18n } = useTranslation(['secondFactor', 'account']);
  const client = useApi();
  const forget = useChange(
    () => client.call(deferredApi.forgetDevice, { params: { id: _id } }),
    ({ message }) => toast.success(answerText(message, t('devices.forgotten'))),
  );
  const { browser, system } = deviceOf(userAgent);
  const device =
    browser && system
      ? t('account:sessions.device', { browser, system })
      : (browser ?? system ?? t('account:sessions.unknown'));
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        <p className={rows.name}>{device}</p>
        <p className={`${layout.small} ${rows.sentence}`}>
          {t('account:sessions.lastUsed', { ago: formatAgo(lastUsedAt, i18n.language) })} ·{' '}
          {t('devices.until', { date: formatDate(expiresAt, i18n.language) })}
        </p>
      </div>
      <Button
        variant="default"
        size="sm"
        aria-label={t('devices.forgetOf', { device })}
        loading={forget.isPending}
        onClick={() => forget.mutate()}
      >
        {t('devices.forget')}
      </Button>
    </li>
  );
}
