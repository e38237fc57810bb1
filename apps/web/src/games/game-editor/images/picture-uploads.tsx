// Pictures that are being uploaded or have failed, with their progress or error.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { ArtworkKept } from '@cellar/contract/games/games.endpoints.ts';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { ApiError } from '#lib/api-error.ts';
import type { LeaveGuard } from '#lib/leave-guard.ts';
import { useApi } from '#lib/services-context.ts';
import { RetryButton } from '#ui/feedback/messages.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import layout from '#ui/layout.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import { pictureProblem } from './images.ts';
import styles from './picture-uploads.module.css';

export interface PictureUploadsProps {
  uploads: PictureUpload[];
  onRetry(upload: PictureUpload): void;
  onDismiss(id: number): void;
}

export function PictureUploads({ uploads, onRetry, onDismiss }: PictureUploadsProps) {
  const { t } = useTranslation('gameImages');
  if (uploads.length === 0) return null;
  return (
    <ul className={layout.stack2}>
      {uploads.map((upload) => (
        <li key={upload.id} className={styles.upload}>
          <span className={styles.name}>{nameOf(upload, t('pasted'))}</span>
          {upload.error ? (
            <>
              <span role="alert" className={styles.error}>
                {upload.error}
              </span>
              {upload.mayRetry && (
                <RetryButton size="compact-sm" variant="default" onClick={() => onRetry(upload)} />
              )}
              <ActionIcon
                variant="subtle"
                aria-label={t('dismiss', { name: nameOf(upload, t('pasted')) })}
                onClick={() => onDismiss(upload.id)}
              >
                <IconX size={17} />
              </ActionIcon>
            </>
          ) : (
            <span className={styles.bar}>
              <ProgressBar
                percent={upload.progress}
                size="sm"
                label={t('progress', { name: nameOf(upload, t('pasted')) })}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function nameOf({ file }: PictureUpload, pasted: string): string {
  return file.name || pasted;
}

// Uploads pictures in the order they were chosen. Failed pictures stay in the list with their errors. Uploads continue
// when the form closes, and stop when the user leaves the page.

export type PictureTarget = 'boxArt' | 'screenshots';

interface PictureUpload {
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

// Sends pictures one after the other. Each picture holds the leave guard until it has been sent, so that one question
// covers all of them, and leaving also drops pictures that are still queued.

export class PictureQueue {
  #guard: LeaveGuard;
  #turn = Promise.resolve();
  #pending = new Set<AbortController>();

  constructor(guard: LeaveGuard) {
    this.#guard = guard;
  }

  /**
   * `what` returns a sentence that says what would be lost. `send` is not called if the picture is given up before its turn, and its
   * signal is aborted if the queue is cleared; it must not reject.
   */
  add(what: () => string, send: (signal: AbortSignal) => Promise<void>): void {
    let isWanted = true;
    const giveUp = () => {
      isWanted = false;
    };
    const letGo = this.#guard.hold({ what, giveUp });
    const controller = new AbortController();
    const { signal } = controller;
    this.#pending.add(controller);
    this.#turn = this.#turn
      .then(() => (isWanted && !signal.aborted ? send(signal) : undefined))
      .finally(() => {
        this.#pending.delete(controller);
        letGo();
      });
  }

  /** Gives up all pictures, also the one that is being sent. */
  clear(): void {
    for (const controller of this.#pending) controller.abort();
  }
}
