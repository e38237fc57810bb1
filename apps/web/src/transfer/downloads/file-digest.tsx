// The SHA-256 of a file on request. It can be copied, or saved for `sha256sum -c`.
import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconFileCheck, IconFileSearch } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithTexts } from '#i18n/language.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { saveBlob } from '#lib/save-blob.ts';
import { useApi } from '#lib/services-context.ts';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './options/download-options.module.css';
import type { VerifiedFile } from './verify/repair.ts';
import verifyStyles from './verify/verify.module.css';

interface FileDigestProps {
  gameId: string;
  /** For an extra. */
  extraId?: string;
  /** The platform, or the name of an extra. */
  part: string;
  sha256: string | null;
  /** The name of the file if the server does not say it. */
  fallbackName: string;
}

/** The digest, and the button that compares a downloaded file with it. */
export function FileDigest(props: FileDigestProps) {
  const { gameId, extraId, part } = props;
  return (
    <div className={styles.checks} data-digest>
      <Digest {...props} />
      <VerifyFile gameId={gameId} platform={part} extraId={extraId} part={part} />
    </div>
  );
}

function Digest(props: FileDigestProps) {
  const { part: platform, sha256 } = props;
  const { t } = useTranslation('downloads');
  const client = useApi();
  const digestId = useId();
  const [isOpen, setOpen] = useState(false);
  if (!sha256) return <p className={styles.digest}>{t('sha256Pending')}</p>;
  const handleSave = () => saveDigest(client, props).catch(() => toast.error(t('errors.generic')));
  return (
    <div className={styles.digest} data-open={isOpen || undefined}>
      <Button
        className={styles.toggle}
        variant="subtle"
        size="compact-sm"
        aria-label={t('sha256Of', { platform })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? digestId : undefined}
        rightSection={<IconChevronDown className={styles.chevron} size={15} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('sha256')}
      </Button>
      {isOpen && (
        <div id={digestId} className={styles.opened}>
          <code>{sha256}</code>
          <CopyButton text={sha256} label={t('copySha256', { platform })} copiedLabel={t('copiedSha256')} />
          <ActionIcon
            variant="subtle"
            size={24}
            aria-label={t('sha256File', { platform })}
            title={t('sha256File', { platform })}
            onClick={() => void handleSave()}
          >
            <IconFileCheck size={15} />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}

async function saveDigest(client: ApiClient, props: FileDigestProps) {
  const { gameId: id, extraId, part: platform, fallbackName } = props;
  const { apiTimeoutMs: timeoutMs } = limits;
  const blob =
    extraId === undefined
      ? await client.fetchFile(memberApi.downloadDigest, { params: { id, platform }, timeoutMs })
      : await client.fetchFile(memberApi.extraDigest, { params: { id, extraId }, timeoutMs });
  // The content is `DIGEST  NAME`. Names with a backslash are escaped and do not match this pattern.
  const name = /^[0-9a-f]{64} [ *]([^\r\n]+)/.exec(await blob.text())?.[1] ?? fallbackName;
  saveBlob(blob, `${name}.sha256`);
}

const VerifyDialog = lazyWithTexts(
  async () => (await import('./verify/verify-dialog.tsx')).VerifyDialog,
  'member',
);

interface VerifyFileProps extends VerifiedFile {
  /** The platform, or the name of an extra. */
  part: string;
}

/** The button that opens the dialog in which a downloaded file is verified. */
function VerifyFile({ part, ...target }: VerifyFileProps) {
  const { t } = useTranslation('downloads');
  const { t: tCommon } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button
        className={verifyStyles.open}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconFileSearch size={15} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        aria-label={tCommon('pair', { label: t('verify'), value: part })}
        onClick={() => setOpen(true)}
      >
        {t('verify')}
      </Button>
      {isOpen && (
        <Suspense>
          <VerifyDialog target={target} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
