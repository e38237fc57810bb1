// What few people need of a platform file or extra, behind three dots: its SHA-256, the files of a ZIP one by one, and the
// verification of a downloaded copy.
import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconFileCheck, IconFileSearch, IconFiles, IconHash } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithTexts } from '#i18n/language.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { saveBlob } from '#lib/save-blob.ts';
import { useApi } from '#lib/services-context.ts';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import { MoreMenu } from '#ui/more-menu.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { partOf } from './engine/download-record.ts';
import { hasSingleFiles } from './file-download.tsx';
import styles from './options/download-options.module.css';
import type { WholeFile } from './single-files/single-file-rows.tsx';

// Few games are downloaded as a ZIP.
const SingleFiles = lazyWithTexts(
  async () => (await import('./single-files/single-files.tsx')).SingleFiles,
  'member',
);
const VerifyDialog = lazyWithTexts(
  async () => (await import('./verify/verify-dialog.tsx')).VerifyDialog,
  'member',
);

/** Returns the menu, and what it has opened, to be shown below the file. */
export function useFileMenu(file: WholeFile): { menu: ReactNode; opened: ReactNode } {
  const { gameId, platform, extra, zip } = file;
  const { sha256 } = zip;
  const { t } = useTranslation('fileMenu');
  const [shown, setShown] = useState<'digest' | 'files' | 'verify'>();
  const close = () => setShown(undefined);
  // The server computes no digest of a file that it can't read.
  const hasDigest = sha256 !== null || (zip.missingSince === null && zip.problem === null);
  const hasFiles = hasSingleFiles(zip);
  const isDigestShown = shown === 'digest';
  return {
    menu: (hasDigest || hasFiles) && (
      <MoreMenu label={t('more', { platform: partOf(file) })}>
        {hasDigest && (
          <>
            <Menu.Item
              leftSection={<IconHash size={16} />}
              disabled={!sha256}
              onClick={() => setShown(isDigestShown ? undefined : 'digest')}
            >
              {sha256 ? t(isDigestShown ? 'hideSha256' : 'showSha256') : t('sha256Pending')}
            </Menu.Item>
            <Menu.Item leftSection={<IconFileSearch size={16} />} onClick={() => setShown('verify')}>
              {t('verify')}
            </Menu.Item>
          </>
        )}
        {hasFiles && (
          <Menu.Item leftSection={<IconFiles size={16} />} onClick={() => setShown('files')}>
            {t('singleFiles')}
          </Menu.Item>
        )}
      </MoreMenu>
    ),
    opened: (
      <Suspense>
        {isDigestShown && sha256 && <Digest file={file} sha256={sha256} />}
        {shown === 'files' && <SingleFiles {...file} onClose={close} />}
        {shown === 'verify' && (
          <VerifyDialog target={{ gameId, platform, extraId: extra?.id ?? undefined }} onClose={close} />
        )}
      </Suspense>
    ),
  };
}

function Digest({ file, sha256 }: { file: WholeFile; sha256: string }) {
  const { t } = useTranslation(['fileMenu', 'downloads']);
  const client = useApi();
  const platform = partOf(file);
  const handleSave = () => saveDigest(client, file).catch(() => toast.error(t('downloads:errors.generic')));
  return (
    <div className={styles.digest}>
      <code>{sha256}</code>
      <CopyButton text={sha256} label={t('copySha256', { platform })} />
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

async function saveDigest(client: ApiClient, { gameId: id, title, platform, extra, zip }: WholeFile) {
  const { apiTimeoutMs: timeoutMs } = limits;
  const blob = extra?.id
    ? await client.fetchFile(memberApi.extraDigest, { params: { id, extraId: extra.id }, timeoutMs })
    : await client.fetchFile(memberApi.downloadDigest, { params: { id, platform }, timeoutMs });
  const fallback = extra ? zip.fileName : `${title} (${platform})`;
  // The content is `DIGEST  NAME`. Names with a backslash are escaped and do not match this pattern.
  const name = /^[0-9a-f]{64} [ *]([^\r\n]+)/.exec(await blob.text())?.[1] ?? fallback;
  saveBlob(blob, `${name}.sha256`);
}
