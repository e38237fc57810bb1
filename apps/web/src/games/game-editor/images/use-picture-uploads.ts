// Uploads pictures in the order they were chosen. Failed pictures stay in the list with their errors. Uploads continue
// when the form closes, and stop when the user leaves the page.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { ArtworkKept } from '@cellar/contract/games/artwork.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { ApiError } from '#lib/api-error.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { pictureProblem } from './images.ts';
import type { PictureQueue } from './picture-queue.ts';

export type PictureTarget = 'boxArt' | 'screenshots';

export interface PictureUpload {
  id: number;
  target: PictureTarget;
  file: File;
  /** 0 to 100. */
  progress: number;
  error?: string | undefined;
  /** Whether another attempt may succeed. */
  mayRetry?: boolean;
}

/** `onUploaded` may return an error to show for the picture. */
export function usePictureUploads(
  queue: PictureQueue,
  onUploaded: (picture: ArtworkKept, target: PictureTarget) => string | undefined,
) {
  const { t } = useTranslation('gameImages');
  const client = useApi();
  const [uploads, setUploads] = useState<PictureUpload[]>([]);
  /** ThumbHashes by URL. */
  const [hashes, setHashes] = useState<Record<string, string>>({});
  const lastId = useRef(0);
  const isMounted = useIsMounted();

  const change = (id: number, part: Partial<PictureUpload>) =>
    setUploads((list) => list.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  const remove = (id: number) => setUploads((list) => list.filter((upload) => upload.id !== id));

  const send = async ({ id, file, target }: PictureUpload, signal: AbortSignal) => {
    const form = new FormData();
    form.append('image', file);
    const onProgress = (sent: number, total: number) =>
      change(id, { progress: Math.min(99, Math.floor((100 * sent) / total)) });
    try {
      const answer = await client.sendForm(adminApi.keepArtwork, { form, onProgress, signal });
      // The changes were discarded while the answer was on its way.
      if (signal.aborted) return remove(id);
      setHashes((known) => ({ ...known, [answer.url]: answer.thumbhash }));
      const error = onUploaded(answer, target);
      if (error) change(id, { error });
      else remove(id);
    } catch (error) {
      if (signal.aborted) return remove(id);
      const failure = failureOf(error, t('failed'));
      change(id, failure);
      // The form is closed, so its list is not visible.
      if (!isMounted.current) toast.error(failure.error, file.name);
    }
  };
  const enqueue = (upload: PictureUpload) =>
    queue.add(
      () => t('unsaved'),
      (signal) => send(upload, signal),
    );

  const add = (files: File[], target: PictureTarget, room = Number.POSITIVE_INFINITY) => {
    // Another box art replaces one that has failed.
    if (target === 'boxArt') setUploads((list) => list.filter((one) => one.target !== target || !one.error));
    for (const [index, file] of files.entries()) {
      lastId.current += 1;
      const problem = pictureProblem(file) ?? (index < room ? undefined : 'tooMany');
      const upload = { id: lastId.current, target, file, progress: 0 };
      setUploads((list) => [...list, { ...upload, error: problem && t(`problem.${problem}`) }]);
      if (!problem) enqueue(upload);
    }
  };
  const retry = (upload: PictureUpload) => {
    change(upload.id, { error: undefined, progress: 0 });
    enqueue(upload);
  };
  return { uploads, hashes, add, retry, dismiss: remove };
}

function useIsMounted() {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

function failureOf(error: unknown, fallback: string): { error: string; mayRetry?: boolean } {
  if (!(error instanceof ApiError)) {
    // A bug. Logs it and lets the next picture be sent.
    console.error('A picture could not be sent', error);
    return { error: fallback };
  }
  // A picture that the server has refused would be refused again.
  const mayRetry = error.status === 0 || error.status === 429 || error.status >= 500;
  return { error: errorText(error, fallback), mayRetry };
}
