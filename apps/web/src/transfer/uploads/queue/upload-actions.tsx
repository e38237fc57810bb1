// The buttons of an upload.
import { Button } from '@mantine/core';
import {
  IconFile,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { ChooseFilesButton } from '#ui/fields/choose-files-button.tsx';
import type { UploadRecord } from '../engine/upload-record.ts';
import { useUploadManager } from '../use-uploads.ts';
import styles from './upload-actions.module.css';
import { controlsOf } from './upload-controls.ts';

export function UploadActions({ upload }: { upload: UploadRecord }) {
  const { t } = useTranslation('uploads');
  const manager = useUploadManager();
  const [isAsking, setAsking] = useState(false);
  const { id, title, part: platform } = upload;
  const can = controlsOf(upload);
  const cancel = () => void manager.cancel(id);
  const action = (what: 'pause' | 'resume' | 'retry' | 'cancel' | 'remove', icon: ReactNode) => ({
    children: t(`queue.${what}`),
    'aria-label': t(`queue.${what}Of`, { title, platform }),
    leftSection: icon,
    size: 'xs' as const,
    variant: 'default' as const,
  });
  return (
    <div className={styles.actions}>
      {can.canPause && (
        <Button {...action('pause', <IconPlayerPause size={16} />)} onClick={() => manager.pause(id)} />
      )}
      {can.canResume && (
        <Button {...action('resume', <IconPlayerPlay size={16} />)} onClick={() => manager.resume(id)} />
      )}
      {can.canRetry && (
        <Button {...action('retry', <IconRefresh size={16} />)} onClick={() => manager.resume(id)} />
      )}
      {upload.errorCode === 'not_same_file' && (
        <ChooseFilesButton
          label={t('queue.chooseOf', { title, platform })}
          size="xs"
          leftSection={<IconFile size={16} />}
          accept={[]}
          withHandles
          onFiles={([file]) => file && manager.resumeWith(id, file)}
        >
          {t('queue.choose')}
        </ChooseFilesButton>
      )}
      {can.canCancel && (
        <Button
          {...action('cancel', <IconX size={16} />)}
          onClick={() => (can.asksBeforeCancel ? setAsking(true) : cancel())}
        />
      )}
      {can.canRemove && (
        <Button {...action('remove', <IconTrash size={16} />)} onClick={() => manager.remove(id)} />
      )}
      {isAsking && can.canCancel && (
        <CancelQuestion upload={upload} onConfirm={cancel} onKeep={() => setAsking(false)} />
      )}
    </div>
  );
}

interface CancelQuestionProps {
  upload: UploadRecord;
  onConfirm(): void;
  onKeep(): void;
}

function CancelQuestion({ upload, onConfirm, onKeep }: CancelQuestionProps) {
  const { t, i18n } = useTranslation('uploads');
  const { title, part: platform, progress, fileSize } = upload;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const sent = size((fileSize * progress) / 100);
  return (
    <ConfirmDialog
      isOpen
      question={t('queue.cancelQuestion', { title })}
      text={t('queue.cancelText', { platform, sent, size: size(fileSize) })}
      confirmLabel={t('queue.cancelConfirm')}
      cancelLabel={t('queue.keep')}
      onConfirm={onConfirm}
      onCancel={onKeep}
    />
  );
}
