// Pictures on their way to the server, one after the other, so that they come in the order they were chosen in.
// What fails stays in the list with its reason. They go on when the editor is closed, and are given up with the page.
// Used by the images editor.
import { api } from '@cellar/contract/api.ts';
import type { ArtworkKept } from '@cellar/contract/artwork.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { ApiError } from '#lib/api-error.ts';
import { useLeaveGuard } from '#lib/leave-guard-context.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { pictureProblem } from './images.ts';
import { PictureQueue } from './picture-queue.ts';

export type PictureTarget = 'boxArt' | 'screenshots';

export interface PictureUpload {
  id: number;
  target: PictureTarget;
  file: File;
  /** 0 to 100. */
  progress: number;
  error?: string | undefined;
  /** Sending it again may help. */
  mayRetry?: boolean;
}

/** `onKept` may say why a picture is not taken all the same. */
export function usePictureUploads(onKept: (kept: ArtworkKept, target: PictureTarget) => string | undefined) {
  const { t } = useTranslation('gameImages');
  const client = useApi();
  const guard = useLeaveGuard();
  const [uploads, setUploads] = useState<PictureUpload[]>([]);
  /** ThumbHashes by address. */
  const [hashes, setHashes] = useState<Record<string, string>>({});
  const [queue] = useState(() => new PictureQueue(guard));
  const lastId = useRef(0);
  const { kept, isGone } = useLatest(onKept);

  const change = (id: number, part: Partial<PictureUpload>) =>
    setUploads((list) => list.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  const remove = (id: number) => setUploads((list) => list.filter((upload) => upload.id !== id));

  const send = async ({ id, file, target }: PictureUpload) => {
    const form = new FormData();
    form.append('image', file);
    const onProgress = (sent: number, total: number) =>
      change(id, { progress: Math.min(99, Math.floor((100 * sent) / total)) });
    try {
      const answer = await client.sendForm(api.keepArtwork, { form, onProgress });
      setHashes((known) => ({ ...known, [answer.url]: answer.thumbhash }));
      const error = kept.current?.(answer, target);
      if (error) change(id, { error });
      else remove(id);
    } catch (error) {
      const failure = failureOf(error, t('failed'));
      change(id, failure);
      // Closed meanwhile: the list is not seen any more.
      if (isGone.current) toast.error(failure.error, file.name);
    }
  };
  const enqueue = (upload: PictureUpload) =>
    queue.add(
      () => t('unsaved'),
      () => send(upload),
    );

  const add = (files: File[], target: PictureTarget, room = Number.POSITIVE_INFINITY) => {
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

/** The listener as it is by now, or was at last. */
function useLatest<Listener>(listener: Listener) {
  const kept = useRef<Listener>(undefined);
  const isGone = useRef(false);
  useEffect(() => {
    kept.current = listener;
  });
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return { kept, isGone };
}

function failureOf(error: unknown, fallback: string): { error: string; mayRetry?: boolean } {
  if (!(error instanceof ApiError)) {
    // A mistake of ours: it must be seen, and the next picture must still go.
    console.error('A picture could not be sent', error);
    return { error: fallback };
  }
  // What the picture itself is refused for stays so.
  const mayRetry = error.status === 0 || error.status === 429 || error.status >= 500;
  return { error: errorText(error, fallback), mayRetry };
}
