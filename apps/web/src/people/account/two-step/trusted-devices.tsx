// The devices on which the password alone is enough to log in.
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { deviceOf } from '@cellar/contract/people/rules/devices.ts';
import type { TrustedDevice } from '@cellar/contract/people/second-factor.ts';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { formatAgo, formatDate } from '#lib/format.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { useChange } from './actions.tsx';
import styles from './two-step.module.css';

export function TrustedDevices({ devices }: { devices: TrustedDevice[] }) {
  const { t } = useTranslation('secondFactor');
  const headingId = useId();
  const client = useApi();
  const forgetAll = useChange(
    () => client.call(deferredApi.forgetDevices),
    ({ message }) => toast.success(answerText(message, t('devices.allForgotten'))),
  );
  return (
    // A section, so that the focus stays in it when the last device was forgotten.
    <section className={styles.part} aria-labelledby={headingId}>
      <div className={styles.what}>
        <h3 id={headingId}>{t('devices.heading')}</h3>
        <p className={styles.dim}>{t(devices.length > 0 ? 'devices.lead' : 'devices.empty')}</p>
      </div>
      {devices.length > 1 && (
        <Button variant="default" size="sm" loading={forgetAll.isPending} onClick={() => forgetAll.mutate()}>
          {t('devices.forgetAll')}
        </Button>
      )}
      {devices.length > 0 && (
        <ul className={styles.devices} aria-label={t('devices.heading')}>
          {devices.map((device) => (
            <DeviceRow key={device._id} device={device} />
          ))}
        </ul>
      )}
    </section>
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
    <li className={styles.device}>
      <div className={styles.what}>
        <p>{device}</p>
        <p className={styles.dim}>
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
