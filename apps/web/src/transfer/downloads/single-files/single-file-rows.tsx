// A single file with its folder, size, digest, and the button to download it.

import type { GameFile } from '@cellar/contract/games/games.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { SingleFile, SingleFiles } from '@cellar/contract/transfer/downloads.endpoints.ts';
import type { Extra } from '@cellar/contract/transfer/extras.ts';
import { ActionIcon } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#lib/api-client.ts';
import type { ApiError } from '#lib/api-error.ts';
import { formatSize } from '#lib/format.ts';
import { useApi } from '#lib/services-context.ts';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import layout from '#ui/layout.module.css';
import { useCancelDownload } from '../cancel-download.tsx';
import { type DownloadedExtra, isStalled } from '../engine/download-record.ts';
import { DownloadBar, RunningDownload } from '../file-download.tsx';
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
        <p className={layout.breakable}>{name}</p>
        <p className={styles.details}>
          {folder && <span className={layout.breakable}>{folder}</span>}
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
  const { t } = useTranslation('fileMenu');
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
      <CopyButton text={sha256} label={tFiles('copySha256', { name })} />
    </div>
  );
}

/** `data/maps/one.dat` → `data/maps` and `one.dat`. */
function partsOf(path: string): { folder: string; name: string } {
  const end = path.lastIndexOf('/');
  return { folder: path.slice(0, Math.max(0, end)), name: path.slice(end + 1) };
}

// Loads the files of a set or folder, page by page.

/** A longer list has a search. */
export const perPage = 50;
const pollMs = 5000;
/** For each answer to a search the server may examine all files. */
const pollSearchMs = 30_000;

/** The facts of the ZIP tell its contents apart. */
interface List extends Pick<WholeFile['zip'], 'fileSize' | 'sha256' | 'problem'> {
  id: string;
  platform: string;
  /** For an extra. */
  extraId: string | null | undefined;
  search: string;
}

interface LoadedFiles {
  files: SingleFile[];
  /** Whether the server has yet to list the files. */
  isPreparing: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  retry(): void;
  /** Loads the next page. Undefined at the end. */
  loadMore: (() => void) | undefined;
}

export function useSingleFiles(list: List): LoadedFiles {
  const client = useApi();
  // The positions at which the pages begin. Another search or content begins anew.
  const key = JSON.stringify(list);
  const [known, setKnown] = useState({ key, starts: [0] });
  const starts = known.key === key ? known.starts : [0];
  const pages = useQueries({ queries: starts.map((from) => pageQuery(client, { ...list, from })) });
  const last = pages.at(-1);
  const next = last?.data?.next ?? null;
  const failed = pages.filter(({ isError }) => isError);
  const files = pages.flatMap(({ data }) => data?.files ?? []);
  return {
    // Pages of different contents may have the same file until the facts of the ZIP are known to have changed.
    files: [...new Map(files.map((file) => [file._id, file])).values()],
    isPreparing: failed.length === 0 && pages.some(({ data }) => data === null),
    isLoading: last?.isPending ?? false,
    hasFailed: failed.length > 0,
    retry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
    loadMore: next === null ? undefined : () => setKnown({ key, starts: [...starts, next] }),
  };
}

function pageQuery(client: ApiClient, page: List & { from: number }) {
  return {
    queryKey: ['single-files', page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      // An error would be replaced by "loading" whenever the server is asked again.
      fetchPage(client, page, signal).catch((error: ApiError) => {
        if (error.code === 'file_preparing') return null;
        throw error;
      }),
    refetchInterval: ({ state: { data } }: { state: { data: SingleFiles | null | undefined } }) =>
      isChanging(page, data) && (page.search ? pollSearchMs : pollMs),
  };
}

/** Digests that the ZIP's problem prevents are not being computed. */
function isChanging({ problem }: List, loaded: SingleFiles | null | undefined): boolean {
  if (loaded === null) return true;
  return problem === null && !!loaded?.files.some(({ sha256 }) => sha256 === null);
}

/** The server may examine many files without finding one. */
async function fetchPage(
  client: ApiClient,
  { id, platform, extraId, search, ...page }: List & { from: number },
  signal: AbortSignal,
): Promise<SingleFiles> {
  for (let { from } = page; ; ) {
    const options = {
      query: { from, limit: perPage, search },
      timeoutMs: limits.apiTimeoutMs,
      signal,
    };
    const answer = extraId
      ? await client.call(memberApi.listSingleFilesOfExtra, { params: { id, extraId }, ...options })
      : await client.call(memberApi.listSingleFiles, { params: { id, platform }, ...options });
    if (answer.files.length > 0 || answer.next === null) return answer;
    from = answer.next;
  }
}
