// Sets up an authenticator app: its secret as a QR code and as text, and the first code, which proves that the app works.
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import type { AppSetup as Setup } from '@cellar/contract/people/second-factor.ts';
import { Button, TextInput } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { errorText } from '#i18n/error-text.ts';
import type { ApiError } from '#lib/api-error.ts';
import { focusField, textFieldsOf } from '#lib/form-fields.ts';
import { saveBlob } from '#lib/save-blob.ts';
import { useApi } from '#lib/services-context.ts';
import { Notice } from '#ui/feedback/messages.tsx';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import layout from '#ui/layout.module.css';
import { toastRefusal } from '#ui/toasts/toast.tsx';
import { secondFactorQuery } from '../account.queries.ts';
import styles from './two-step.module.css';

interface AppSetupProps {
  setup: Setup;
  /** Another app is in use so far. */
  isReplacing: boolean;
  /** Called with the new recovery codes, or null if the old ones stay valid. */
  onConfirmed(recoveryCodes: string[] | null): void;
  /** The secret has expired. */
  onRestart(): void;
}

export function AppSetup({ setup, isReplacing, onConfirmed, onRestart }: AppSetupProps) {
  const { t } = useTranslation('secondFactor');
  return (
    <div className={layout.stack4}>
      {isReplacing && <p>{t('setup.replaceLead')}</p>}
      <p>{t('setup.scan')}</p>
      <QrCode text={setup.uri} label={t('setup.qr')} />
      <div>
        <p className={styles.dim}>{t('setup.key')}</p>
        <p className={styles.key}>
          <code>{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={setup.secret} label={t('setup.copyKey')} />
        </p>
      </div>
      <a href={setup.uri} className={styles.link}>
        {t('setup.openApp')}
      </a>
      <CodeForm
        setup={setup.setup}
        isReplacing={isReplacing}
        onConfirmed={onConfirmed}
        onRestart={onRestart}
      />
    </div>
  );
}

type CodeFormProps = Omit<AppSetupProps, 'setup'> & { setup: string };

function CodeForm({ setup, isReplacing, onConfirmed, onRestart }: CodeFormProps) {
  const { t } = useTranslation('secondFactor');
  const [problem, setProblem] = useState<string>();
  const confirm = useConfirm(setup, onConfirmed);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fail = (text: string) => {
      setProblem(text);
      focusField(form, 'code');
    };
    const code = textFieldsOf(form, 'code')
      .code.normalize('NFKC')
      .replace(/[\s\p{Dash}]/gu, '');
    if (!/^\d{6}$/.test(code)) return fail(t('setup.length'));
    if (confirm.isPending) return;
    setProblem(undefined);
    const onError = (error: ApiError) => {
      if (error.status === 400 && error.code !== 'setup_expired') return fail(errorText(error, t('failed')));
      toastRefusal(error, t('failed'));
      if (error.code === 'setup_expired') onRestart();
    };
    confirm.mutate(code, { onError });
  };
  return (
    <form className={layout.stack4} onSubmit={handleSubmit} noValidate>
      <TextInput
        name="code"
        label={t('setup.code')}
        description={t('setup.codeHint')}
        error={problem}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={100}
        styles={{ input: { fontFamily: 'var(--font-mono)', letterSpacing: '0.08em' } }}
        data-autofocus
        autoFocus
        required
      />
      <Button type="submit" loading={confirm.isPending}>
        {t(isReplacing ? 'setup.replace' : 'setup.confirm')}
      </Button>
    </form>
  );
}

function useConfirm(setup: string, onConfirmed: AppSetupProps['onConfirmed']) {
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => client.call(deferredApi.confirmApp, { body: { setup, code } }),
    onSuccess: ({ recoveryCodes }) => {
      void queryClient.invalidateQueries({ queryKey: secondFactorQuery(client).queryKey });
      onConfirmed(recoveryCodes);
    },
  });
}

/** Modules of white around the code (ISO 18004 asks for 4). */
const border = 4;

/** A QR code, drawn here: the secret in it must not leave the page. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

// New recovery codes, which are shown only once: to copy, save as a file or print.

export interface RecoveryCodesProps {
  codes: string[];
  /** What the member usually has for the second step. */
  insteadOf: 'app' | 'passkey';
  /** Of whom, and for what: codes on paper need a heading. */
  email: string;
  siteName: string;
  onDone(): void;
}

export function RecoveryCodes({ codes, insteadOf, email, siteName, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('secondFactor');
  const title = t('codes.title', { email, site: siteName });
  const handleSave = () => {
    const text = `${title}\r\n\r\n${codes.join('\r\n')}\r\n`;
    saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), `${t('codes.fileName')}.txt`);
  };
  return (
    <div className={layout.stack4}>
      <Notice kind="info">{t(insteadOf === 'app' ? 'codes.newLead' : 'codes.newLeadOfPasskeys')}</Notice>
      <div className={styles.sheet}>
        <p className={styles.onPaper}>{title}</p>
        <ul className={styles.codes} aria-label={t('codes.heading')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className={layout.row2}>
        <CopyButton isMain text={codes.join('\n')} label={t('codes.copy')} />
        <Button variant="default" leftSection={<IconDownload size={15} aria-hidden />} onClick={handleSave}>
          {t('codes.download')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={15} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('codes.print')}
        </Button>
      </div>
      <Button variant="default" onClick={onDone}>
        {t('codes.done')}
      </Button>
    </div>
  );
}
