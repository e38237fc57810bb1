// The account's section on two-step login: turning it on and off, the app, recovery codes and trusted devices.
import type { SecondFactor } from '@cellar/contract/people/second-factor.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { formatDate } from '#lib/format.ts';
import { useHasPasskey } from '#lib/passkeys/list.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { secondFactorQuery } from '../account.queries.ts';
import { RenewCodes, StartSetup, TurnOff, UsePasskeys } from './actions.tsx';
import { AppSetup } from './app-setup.tsx';
import { RecoveryCodes, type RecoveryCodesProps } from './recovery-codes.tsx';
import { TrustedDevices } from './trusted-devices.tsx';
import styles from './two-step.module.css';

/** With this many recovery codes left, or fewer, the section asks to create new ones. */
const fewCodes = 3;

export interface TwoStepLoginProps {
  email: string;
  siteName: string;
  /** Accounts that a login provider has made have none. */
  hasPassword: boolean;
}

export function TwoStepLogin(props: TwoStepLoginProps) {
  const { t } = useTranslation('secondFactor');
  const query = useQuery(secondFactorQuery(useApi()));
  const lead = t(props.hasPassword ? 'lead' : 'leadWithoutPassword');
  return (
    <Section heading={t('heading')} lead={lead} anchor="two-step-login">
      {query.data ? (
        <Loaded state={query.data} {...props} />
      ) : query.isError ? (
        <LoadFailedNotice onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height="8rem" />
      )}
    </Section>
  );
}

function Loaded({ state, email, siteName }: TwoStepLoginProps & { state: SecondFactor }) {
  const { t } = useTranslation('secondFactor');
  const [setup, setSetup] = useState<Parameters<typeof AppSetup>[0]['setup']>();
  // Kept here, because the dialog with the codes outlives the question or dialog before it.
  const [codes, setCodes] = useState<Pick<RecoveryCodesProps, 'codes' | 'insteadOf'>>();
  const isOn = state.onSince !== null;
  const handleConfirmed = (newCodes: string[] | null, insteadOf: 'app' | 'passkey') => {
    setSetup(undefined);
    if (newCodes) setCodes({ codes: newCodes, insteadOf });
    else toast.success(t('setup.replaced'));
  };
  return (
    <>
      {isOn ? (
        <WhileOn
          state={state}
          onSetup={setSetup}
          onCodes={(renewed) => handleConfirmed(renewed, state.hasApp ? 'app' : 'passkey')}
        />
      ) : (
        <div className={styles.ways}>
          <StartSetup label={t('setUp')} isMain onStarted={setSetup} />
          <UsePasskeys onOn={(newCodes) => handleConfirmed(newCodes, 'passkey')} />
        </div>
      )}
      {setup && (
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
    </>
  );
}

interface WhileOnProps {
  state: SecondFactor;
  onSetup: Parameters<typeof StartSetup>[0]['onStarted'];
  onCodes(codes: string[]): void;
}

function WhileOn({ state, onSetup, onCodes }: WhileOnProps) {
  const { t, i18n } = useTranslation('secondFactor');
  const { onSince, isRequired, hasApp, recoveryCodesLeft: total, devices } = state;
  const hasPasskey = useHasPasskey();
  return (
    <div className={styles.parts}>
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
        <StartSetup label={t(hasApp ? 'app.replace' : 'setup.heading')} onStarted={onSetup} />
      </div>
      <div className={styles.part}>
        <div className={styles.what}>
          <h3>{t('codes.heading')}</h3>
          <p className={styles.dim}>{t(hasApp ? 'codes.left' : 'codes.leftOfPasskeys', { total })}</p>
        </div>
        <RenewCodes onRenewed={onCodes} />
        {total <= fewCodes && <Notice kind="info">{t('codes.few')}</Notice>}
      </div>
      <TrustedDevices devices={devices} />
      <div className={styles.part}>
        {isRequired ? <p className={styles.dim}>{t('off.required')}</p> : <TurnOff />}
      </div>
    </div>
  );
}
