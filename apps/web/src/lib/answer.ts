// Reads an answer of the server, for both ways of sending (fetch and XMLHttpRequest).
import { ApiError, errorOfAnswer } from './api-error.ts';

/** Returns the JSON of a successful answer; throws ApiError for any other. */
export function answerOf(status: number, text: string, retryAfter: string | null): unknown {
  if (status < 200 || status > 299) throw errorOfAnswer(status, text, retryAfter);
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    // A captive portal or a proxy answered with status 200, so the request did not succeed.
    throw new ApiError('The answer did not come from this site.', { status, code: 'internal' });
  }
}
