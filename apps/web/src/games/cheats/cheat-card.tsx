import type { CheatFile } from '@cellar/contract/games/cheats.ts';
import { noCheatDescription } from '@cellar/contract/games/rules/cheats.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { saveBlob } from '#lib/save-blob.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { QuarantineNote } from '#ui/feedback/quarantine-note.tsx';
import layout from '#ui/layout.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './cheat-card.module.css';

/** Whether the text takes about three lines of a card. */
const isShort = (text: string) => text.length <= 150 && text.split('\n').length <= 3;

interface CheatCardProps {
  gameId: string;
  cheat: CheatFile;
  place: 'overlay' | 'page';
  heading: 'h5' | 'h6';
  /** Additional buttons for admins. */
  actions?: ReactNode;
}

export function CheatCard({ gameId, cheat, place, heading: Heading, actions }: CheatCardProps) {
  const { t } = useTranslation('cheats');
  const { name, description, instructions } = cheat;
  return (
    <article className={styles.card}>
      <Heading className={styles.name}>{name}</Heading>
      {description !== noCheatDescription && <p className={styles.text}>{description}</p>}
      <Facts cheat={cheat} />
      {instructions && (
        <Disclosure label={t('instructions')} isOpen={isShort(instructions)}>
          <p className={styles.text}>{instructions}</p>
        </Disclosure>
      )}
      <div className={styles.action}>
        {cheat.quarantine ? (
          <QuarantineNote quarantine={cheat.quarantine} />
        ) : (
          <CheatDownloadButton gameId={gameId} cheat={cheat} place={place} />
        )}
        {actions}
      </div>
    </article>
  );
}

function Facts({ cheat }: { cheat: CheatFile }) {
  const { t, i18n } = useTranslation('cheats');
  const facts = [
    ['version', cheat.version],
    ['author', cheat.author],
    ['downloads', new Intl.NumberFormat(i18n.language).format(cheat.downloadCount)],
    ['size', formatSize(cheat.fileSize, i18n.language)],
    ['originalFile', cheat.originalFileName],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([fact, value]) => (
          <div key={fact}>
            <dt>{t(fact)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function CheatDownloadButton(download: CheatDownload) {
  const { t } = useTranslation('cheats');
  const { t: tCommon } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { progress, start, cancel } = useCheatDownload(download);
  const isRunning = progress !== undefined;
  const { name, type } = download.cheat;
  const label = isRunning ? t('downloading', { progress }) : t('download', { type: t(`type.${type}`) });
  const handleConfirm = () => {
    setAsking(false);
    start();
  };
  return (
    <>
      <Button
        variant="default"
        size="sm"
        className={styles.button}
        // The button stays focusable during a download, so it must ignore clicks.
        aria-disabled={isRunning}
        aria-label={tCommon('pair', { label, value: name })}
        leftSection={!isRunning && <IconDownload size={18} stroke={1.8} aria-hidden />}
        onClick={() => !isRunning && setAsking(true)}
      >
        {label}
      </Button>
      {isRunning && (
        <div className={layout.apart2}>
          <ProgressBar percent={progress} size="sm" label={t('progressOf', { name })} />
          <Button size="compact-sm" variant="subtle" aria-label={t('cancelOf', { name })} onClick={cancel}>
            {t('cancel')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        question={t('confirm.question', { name })}
        text={t('confirm.text')}
        confirmLabel={t('confirm.download')}
        onConfirm={handleConfirm}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

interface CheatDownload {
  gameId: string;
  cheat: CheatFile;
  place: 'overlay' | 'page';
}

/** Downloads a cheat file. The download continues when the game is closed; the query cache keeps its progress. */
function useCheatDownload({ gameId, cheat, place }: CheatDownload) {
  const { t } = useTranslation('cheats');
  const client = useApi();
  const queryClient = useQueryClient();
  const refresh = useRefreshGame(gameId);
  const key = ['cheat-download', cheat._id];
  const { data: progress = 0 } = useQuery({ queryKey: key, queryFn: () => 0, enabled: false });
  const [running] = useMutationState({
    filters: { mutationKey: key, status: 'pending' },
    select: ({ state }) => state.variables as AbortController,
  });
  const download = useMutation({
    mutationKey: key,
    mutationFn: async (controller: AbortController) => {
      const showProgress = (percent: number) => queryClient.setQueryData(key, percent);
      showProgress(0);
      const blob = await client.fetchFile(memberApi.downloadCheat, {
        params: { id: gameId, cheatId: cheat._id },
        timeoutMs: limits.cheatDownloadTimeoutMs,
        onProgress: showProgress,
        signal: controller.signal,
      });
      saveBlob(blob, cheat.fileName);
      toast.success(t('downloaded', { name: cheat.name }));
      // Keeps the finished state visible for a moment, while the server counts the download.
      await new Promise((resolve) => setTimeout(resolve, limits.downloadResetDelayMs));
    },
    onSuccess: refresh,
    onError: (_, { signal }) => {
      if (!signal.aborted) toast.error(t(`failed.${place}`));
    },
  });
  return {
    /** Undefined while no download is running. */
    progress: running && progress,
    start: () => {
      if (queryClient.isMutating({ mutationKey: key }) === 0) download.mutate(new AbortController());
    },
    cancel: () => running?.abort(),
  };
}

export function useRefreshGame(gameId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryKeys.games.one(gameId) });
}
