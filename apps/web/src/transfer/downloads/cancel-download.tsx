// Cancels a download. Asks first if much of it has been sent, because a canceled download cannot be resumed.
import { type ReactNode, Suspense, useState } from 'react';
import { lazyWithTexts } from '#i18n/language.ts';
import type { DownloadRecord } from './engine/download-record.ts';
import { useDownloadTracker } from './use-downloads.ts';

// Few downloads are canceled.
const CancelQuestion = lazyWithTexts(
  async () => (await import('./cancel-question.tsx')).CancelQuestion,
  'member',
);

/** The same as for uploads. */
const askFromBytes = 50 * 1024 ** 2;

/** Show `question` beside the button. */
export function useCancelDownload(download: DownloadRecord | undefined): {
  cancel(): void;
  question: ReactNode;
} {
  const tracker = useDownloadTracker();
  const [askedFor, setAskedFor] = useState<string>();
  if (!download) return { cancel: () => undefined, question: null };
  const { id, status, isHandedOver, bytesSent } = download;
  const isWorthAsking = status === 'downloading' && !isHandedOver && bytesSent >= askFromBytes;
  const cancel = () => void tracker.cancel(id);
  return {
    cancel: () => (isWorthAsking ? setAskedFor(id) : cancel()),
    question: isWorthAsking && askedFor === id && (
      <Suspense>
        <CancelQuestion download={download} onConfirm={cancel} onKeep={() => setAskedFor(undefined)} />
      </Suspense>
    ),
  };
}
