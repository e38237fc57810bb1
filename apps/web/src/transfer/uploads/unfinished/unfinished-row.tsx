// An unfinished upload: its progress, with Resume and Discard buttons.
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import { extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import type { UnfinishedUpload } from '@cellar/contract/transfer/uploads.endpoints.ts';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { formatAgo, formatSize } from '#lib/format.ts';
import { type FileHandle, mayRead, openHandle } from '#lib/pick-files.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { ChooseFilesButton } from '#ui/fields/choose-files-button.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { findHandle, forgetHandle } from '../engine/page-leaving.ts';
import { acceptedFiles } from '../engine/upload-plan.ts';
import styles from '../queue/upload-row.module.css';
import { useUploadManager } from '../use-uploads.ts';

export const UnfinishedRow = memo(function UnfinishedRow({ upload }: { upload: UnfinishedUpload }) {
  const { t, i18n } = useTranslation('addGame');
  const { t: tCommon } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { handle, resume, resumeHandle, problem } = useResume(upload);
  const discard = useDiscard(upload, () => setAsking(false));
  const { title, fileSize, storedBytes, isSending, startedBy } = upload;
  const platform = partOfUpload(upload);
  const percent = percentStored(upload);
  const size = fileSize === null ? t('unfinished.unknownSize') : formatSize(fileSize, i18n.language);
  const touched = t('unfinished.touched', { ago: formatAgo(upload.touchedAt, i18n.language) });
  const names = { title, platform, percent, name: startedBy?.name };
  const isOthers = startedBy !== null && !startedBy.isYou;
  const facts = [
    platform,
    size,
    ...(isSending ? [] : [touched]),
    ...(isOthers && !isSending ? [t('unfinished.startedBy', names)] : []),
    ...(handle ? [t('unfinished.remembered')] : []),
  ];
  return (
    <>
      <ListRow
        spacing="loose"
        name={<h3>{title}</h3>}
        badges={isSending && <Badge tone="accent">{t('unfinished.sending')}</Badge>}
        facts={facts.join(' · ')}
        error={problem && <span role="alert">{problem}</span>}
        detail={isSending && <SentElsewhere upload={upload} />}
        actions={
          <div className={styles.unfinishedRowActions} hidden={isSending}>
            <ResumeButton
              upload={upload}
              onResume={handle && (() => void resumeHandle(handle))}
              onFile={resume}
            />
            <DiscardButton upload={upload} onClick={() => setAsking(true)} />
          </div>
        }
      >
        <div className={styles.bar}>
          <ProgressBar percent={percent} size="sm" label={t('unfinished.progress', { title })} />
          <span>
            {t('unfinished.stored', { percent })}
            {fileSize !== null &&
              ` · ${tCommon('sent', { sent: formatSize(storedBytes, i18n.language), size })}`}
          </span>
        </div>
      </ListRow>
      <ConfirmDialog
        // The one who started the upload may continue it in the meantime.
        isOpen={isAsking && !isSending}
        question={t('unfinished.discardQuestion')}
        text={t(isOthers ? 'unfinished.discardOthersText' : 'unfinished.discardText', names)}
        confirmLabel={t('unfinished.discardConfirm')}
        isBusy={discard.isPending}
        onConfirm={() => discard.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
});

/** Says who is currently sending the upload: the user in another window, or another admin. */
function SentElsewhere({ upload: { startedBy } }: { upload: UnfinishedUpload }) {
  const { t } = useTranslation('addGame');
  if (!startedBy || startedBy.isYou) return t('unfinished.elsewhere');
  return t('unfinished.sentBy', { name: startedBy.name });
}

interface ResumeButtonProps {
  upload: UnfinishedUpload;
  /** Resumes with the file that the browser remembers. If undefined, the button asks for the file. */
  onResume: (() => void) | undefined;
  onFile(file: File): void;
}

function ResumeButton({ upload, onResume, onFile }: ResumeButtonProps) {
  const { t } = useTranslation('addGame');
  const { title } = upload;
  const platform = partOfUpload(upload);
  const label = t('unfinished.resumeOf', { title, platform });
  const icon = <IconPlayerPlay size={17} />;
  if (onResume) {
    return (
      <Button variant="default" aria-label={label} leftSection={icon} onClick={onResume}>
        {t('unfinished.resume')}
      </Button>
    );
  }
  return (
    <ChooseFilesButton
      label={label}
      leftSection={icon}
      accept={acceptedOf(upload)}
      withHandles
      onFiles={([file]) => file && onFile(file)}
    >
      {t('unfinished.resume')}
    </ChooseFilesButton>
  );
}

function DiscardButton({ upload, onClick }: { upload: UnfinishedUpload; onClick(): void }) {
  const { t } = useTranslation('addGame');
  const { title } = upload;
  const platform = partOfUpload(upload);
  return (
    <Button
      variant="subtle"
      color="red"
      aria-label={t('unfinished.discardOf', { title, platform })}
      onClick={onClick}
    >
      {t('unfinished.discard')}
    </Button>
  );
}

function useDiscard({ uploadId, title }: UnfinishedUpload, onSettled: () => void) {
  const { t } = useTranslation('addGame');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(contributorApi.cancelUpload, { params: { uploadId } }),
    onSuccess: () => {
      void forgetHandle(uploadId);
      toast.success(t('unfinished.discarded', { title }));
    },
    onError: (error) => toast.error(errorText(error, t('unfinished.discardFailed'))),
    onSettled: () => {
      onSettled();
      return queryClient.invalidateQueries({ queryKey: queryKeys.unfinishedUploads });
    },
  });
}

/** Resumes an unfinished upload with the file that the browser remembers, or with a file that the user chooses. */
function useResume(upload: UnfinishedUpload) {
  const { t, i18n } = useTranslation('addGame');
  const manager = useUploadManager();
  const handle = useFileHandle(upload.uploadId);
  const [isHandleUseless, setHandleUseless] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { title, platform, fileSize } = upload;

  const resume = (file: File): boolean => {
    const isSameSize = fileSize === null || file.size === fileSize;
    const sizeOf = (bytes: number) => formatSize(bytes, i18n.language);
    const wrongSize = t('unfinished.wrongSize', {
      fileName: file.name,
      expected: sizeOf(fileSize ?? 0),
      actual: sizeOf(file.size),
    });
    setProblem(isSameSize ? undefined : wrongSize);
    if (isSameSize) manager.start({ file, title, platform, resume: upload });
    return isSameSize;
  };
  const resumeHandle = async (found: FileHandle) => {
    try {
      if (!(await mayRead(found))) return setProblem(t('unfinished.notAllowed'));
      if (resume(await openHandle(found))) return;
    } catch {
      setProblem(t('unfinished.fileGone'));
    }
    // From now on, the button asks for a file.
    setHandleUseless(true);
  };
  return { handle: isHandleUseless ? undefined : handle, resume, resumeHandle, problem };
}

/** Loads the handle in advance, because a file dialog can only be opened directly after a click. */
function useFileHandle(uploadId: string): FileHandle | undefined {
  const [handle, setHandle] = useState<FileHandle>();
  useEffect(() => {
    let isCurrent = true;
    void findHandle(uploadId).then((found) => {
      if (isCurrent) setHandle(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [uploadId]);
  return handle;
}

// What an unfinished upload adds to its game, and how much of it is stored.

/** Returns the platform, or the name and version of an extra: what is shown beside the title. */
function partOfUpload({ platform, extra }: UnfinishedUpload): string {
  return extra ? extraLabel(extra) : platform;
}

/** Returns the extensions of the files that can resume the upload. */
export function acceptedOf({ gameId, extra }: UnfinishedUpload): readonly string[] {
  return acceptedFiles({ gameId: gameId ?? undefined, extra: extra ?? undefined });
}

/** Returns the percentage that is stored: of the bytes, or of the chunks if the size is unknown. */
function percentStored({
  fileSize,
  storedBytes,
  storedChunks,
  totalChunks,
}: Pick<UnfinishedUpload, 'fileSize' | 'storedBytes' | 'storedChunks' | 'totalChunks'>): number {
  const part = fileSize ? storedBytes / fileSize : storedChunks / totalChunks;
  return Math.floor(100 * Math.min(1, part));
}
