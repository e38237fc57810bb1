// A single file with its folder, size, digest, and the button to download it.

import type { GameFile } from '@cellar/contract/games/games.ts';
import type { SingleFile } from '@cellar/contract/transfer/downloads.ts';
import type { Extra } from '@cellar/contract/transfer/extras.ts';
import { ActionIcon } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import { useCancelDownload } from '../cancel-download.tsx';
import { type DownloadedExtra, isStalled } from '../engine/download-record.ts';
import { DownloadBar, RunningDownload } from '../running-download.tsx';
import { useDownloadOf, useDownloadTracker, useShownDownload } from '../use-downloads.ts';
import styles from './single-files.module.css';

/** The set or folder that the files belong to. */
export interface WholeFile {
  gameId: string;
  title: string;
  platform: string;
  /** For an extra, whose platform may be empty. */
  extra?: DownloadedExtra;
  zip: GameFile | Extra;
}

interface SingleFileRowProps extends WholeFile {
  file: SingleFile;
}

export function SingleFileRow({ gameId, title, platform, extra, zip, file }: SingleFileRowProps) {
  const { t, i18n } = useTranslation('downloads');
  const { t: tCommon } = useTranslation();
  const tracker = useDownloadTracker();
  const { folder, name } = partsOf(file.path);
  const target = { gameId, platform, extra, singleFile: { id: file._id, name } };
  const download = useShownDownload(target);
  const latest = useDownloadOf(target);
  const { cancel, question } = useCancelDownload(download);
  const isRunning = download?.status === 'downloading' && !download.isHandedOver;
  return (
    <div className={styles.row}>
      <div className={styles.facts}>
        <p className={styles.name}>{name}</p>
        <p className={styles.details}>
          {folder && <span className={styles.folder}>{folder}</span>}
          {download ? (
            <RunningDownload download={download} />
          ) : (
            <span>{formatSize(file.fileSize, i18n.language)}</span>
          )}
        </p>
        {download && isStalled(download) && <p className={styles.details}>{t('stalled')}</p>}
        {latest?.isHandedOver && <p className={styles.details}>{t('handedOverNote')}</p>}
      </div>
      <Digest name={name} sha256={file.sha256} isPending={zip.problem === null} />
      <ActionIcon
        variant="subtle"
        size="lg"
        className={styles.action}
        aria-label={
          isRunning
            ? t('cancelOf', { platform: name })
            : tCommon('pair', { label: t('download'), value: file.path })
        }
        title={t(isRunning ? 'cancel' : 'download')}
        onClick={() => (isRunning ? cancel() : tracker.start({ ...target, title }))}
      >
        {isRunning ? <IconX size={18} /> : <IconDownload size={18} stroke={1.8} />}
      </ActionIcon>
      {download && <DownloadBar download={download} />}
      {question}
    </div>
  );
}

interface DigestProps {
  name: string;
  sha256: string | null;
  /** Whether an unknown digest is being computed. */
  isPending: boolean;
}

function Digest({ name, sha256, isPending }: DigestProps) {
  const { t } = useTranslation('downloads');
  const { t: tFiles } = useTranslation('singleFiles');
  if (!sha256)
    return (
      <p className={styles.digest} data-digest>
        {isPending && t('sha256Pending')}
      </p>
    );
  return (
    <div className={styles.digest} data-digest>
      <span>{t('sha256')}</span>
      <code title={sha256}>{sha256}</code>
      <CopyButton text={sha256} label={tFiles('copySha256', { name })} copiedLabel={t('copiedSha256')} />
    </div>
  );
}

/** `data/maps/one.dat` → `data/maps` and `one.dat`. */
function partsOf(path: string): { folder: string; name: string } {
  const end = path.lastIndexOf('/');
  return { folder: path.slice(0, Math.max(0, end)), name: path.slice(end + 1) };
}
