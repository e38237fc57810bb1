// Sends a form with XMLHttpRequest, because fetch does not report upload progress. Used by the API client.
import { networkError, parseAnswer, timeoutError } from './api-error.ts';

export interface FormRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  form: FormData;
  onProgress: ((sentBytes: number, totalBytes: number) => void) | undefined;
  signal: AbortSignal | undefined;
  /** The request fails after this many milliseconds without progress. */
  timeoutMs: number;
}

export function sendFormByXhr(request: FormRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const { signal } = request;
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const xhr = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failure: unknown = networkError();

    const giveUp = (reason: unknown) => {
      failure = reason;
      xhr.abort();
    };
    const onAbort = () => giveUp(signal?.reason);
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => giveUp(timeoutError()), request.timeoutMs);
    };

    xhr.open(request.method, request.url);
    xhr.withCredentials = true;
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => {
      restartTimer();
      request.onProgress?.(event.loaded, event.total);
    };
    xhr.onprogress = restartTimer;
    // Always fires last, after a response, a failure or an abort. Status 0 means that there was no response.
    xhr.onloadend = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (xhr.status === 0) return reject(failure);
      try {
        resolve(parseAnswer(xhr.status, xhr.responseText, { get: (name) => xhr.getResponseHeader(name) }));
      } catch (error) {
        reject(error);
      }
    };
    signal?.addEventListener('abort', onAbort);
    restartTimer();
    xhr.send(request.form);
  });
}
