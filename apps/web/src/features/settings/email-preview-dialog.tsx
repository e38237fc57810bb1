// A mail about new games as a member will get it: with the saved or the edited message, on a phone or at a desk, and sent
// to oneself. Used by email-previews.tsx.
import type { NotificationKind, NotificationPreview } from '@cellar/contract/notifications.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Segments } from '#ui/fields/segments.tsx';
import { MailFrame } from '#ui/mail-frame.tsx';
import styles from './email-preview-dialog.module.css';
import { type Messages, notificationPreviewQuery } from './notifications.queries.ts';
import { TestEmail } from './test-email.tsx';

type Width = 'phone' | 'desktop';

export interface EmailPreviewDialogProps {
  kind: NotificationKind;
  messages: Messages;
  onClose(): void;
}

export function EmailPreviewDialog({ kind, messages, onClose }: EmailPreviewDialogProps) {
  const { t } = useTranslation('notifications');
  const [width, setWidth] = useState<Width>(() =>
    matchMedia('(max-width: 40em)').matches ? 'phone' : 'desktop',
  );
  const [message, setMessage] = useState<keyof Messages>('edited');
  const isEdited = messages.edited !== messages.saved;
  const customMessage = isEdited && message === 'edited' ? messages.edited : undefined;
  const sample = { kind, customMessage };
  const query = useQuery(notificationPreviewQuery(useApi(), sample));
  return (
    <Dialog heading={t(`preview.${kind}Heading`)} size="52rem" onClose={onClose}>
      <div className={styles.content}>
        <div className={styles.bar}>
          <Segments
            label={t('preview.width')}
            value={width}
            onChange={setWidth}
            data={(['phone', 'desktop'] as const).map((value) => ({ value, label: t(`preview.${value}`) }))}
          />
          {isEdited && (
            <Segments
              label={t('preview.message')}
              value={message}
              onChange={setMessage}
              data={(['edited', 'saved'] as const).map((value) => ({ value, label: t(`preview.${value}`) }))}
            />
          )}
        </div>
        {query.isError ? (
          <PreviewFailed isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <Preview mail={query.data} width={width} />
        )}
        <TestEmail sample={sample} />
      </div>
    </Dialog>
  );
}

/** Of the same size while it loads. */
function Preview({ mail, width }: { mail: NotificationPreview | undefined; width: Width }) {
  const { t } = useTranslation('notifications');
  if (!mail) {
    return (
      <div role="status" aria-label={t('preview.loading')} className={styles.mail}>
        <Skeleton height="1.6em" width="60%" />
        <div className={styles.loading}>
          <Skeleton height="100%" />
        </div>
      </div>
    );
  }
  return (
    <div className={styles.mail}>
      <p className={styles.subject}>
        <span className={styles.dim}>{t('preview.subject')}</span> {mail.subject}
      </p>
      <MailFrame title={t('preview.frame')} html={mail.html} width={width} />
    </div>
  );
}

function PreviewFailed({ isRetrying, onRetry }: { isRetrying: boolean; onRetry(): void }) {
  const { t } = useTranslation('notifications');
  return <LoadFailedNotice text={t('preview.failed')} isRetrying={isRetrying} onRetry={onRetry} />;
}
