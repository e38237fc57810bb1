// A file's SHA-256 below its button: to copy, and as a file that `sha256sum -c` takes.
import type { GameFile } from '@cellar/contract/games.ts';
import { ActionIcon } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './download-option.module.css';
import { saveDigest } from './save-digest.ts';

export interface FileDigestProps {
  gameId: string;
  title: string;
  file: GameFile;
}

export function FileDigest({ gameId, title, file: { platform, sha256 } }: FileDigestProps) {
  const { t } = useTranslation('downloads');
  const client = useApi();
  if (!sha256)
    return (
      <p className={styles.digest} data-digest>
        {t('sha256Pending')}
      </p>
    );
  const handleSave = () =>
    saveDigest(client, { gameId, title, platform }).catch(() => toast.error(t('errors.generic')));
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
