// Shows the SHA-256 of a file, which can be copied or saved for `sha256sum -c`.

import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { ActionIcon } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/api-context.ts';
import { saveBlob } from '#lib/save-blob.ts';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './download-options.module.css';
import { VerifyFile } from './verify/verify-file.tsx';

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
    <>
      <Digest {...props} />
      <VerifyFile gameId={gameId} platform={part} extraId={extraId} part={part} />
    </>
  );
}

function Digest(props: FileDigestProps) {
  const { part: platform, sha256 } = props;
  const { t } = useTranslation('downloads');
  const client = useApi();
  if (!sha256)
    return (
      <p className={styles.digest} data-digest>
        {t('sha256Pending')}
      </p>
    );
  const handleSave = () => saveDigest(client, props).catch(() => toast.error(t('errors.generic')));
  return (
    <div className={styles.digest} data-digest>
      <span>{t('sha256')}</span>
      <code title={sha256}>{sha256}</code>
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
