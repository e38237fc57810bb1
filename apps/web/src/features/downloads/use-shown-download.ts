// What a file's button shows of its download: while it runs, and for a moment after its end (specification section 9), or after it
// was handed to a proxy: its end is not known then, and it may be begun again.
import { limits } from '@cellar/contract/rules/limits.ts';
import { useEffect, useState } from 'react';
import type { DownloadRecord } from './download-record.ts';
import { useDownloadOf } from './use-downloads.ts';

export function useShownDownload(gameId: string, platform: string): DownloadRecord | undefined {
  const download = useDownloadOf(gameId, platform);
  const [doneId, setDoneId] = useState<string>();
  const isOver = download && (download.status !== 'downloading' || download.isHandedOver);
  const endedId = isOver ? download.id : undefined;
  useEffect(() => {
    if (!endedId) return;
    const timer = setTimeout(() => setDoneId(endedId), limits.downloadResetDelayMs);
    return () => clearTimeout(timer);
  }, [endedId]);
  return download?.id === doneId ? undefined : download;
}
