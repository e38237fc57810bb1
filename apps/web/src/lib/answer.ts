// Parses responses of the server, for both fetch and XMLHttpRequest.
import { ApiError, errorOfAnswer } from './api-error.ts';

/** Returns the JSON of a successful response. Throws ApiError for any other response. */
export function answerOf(status: number, text: string, retryAfter: string | null): unknown {
  if (status < 200 || status > 299) throw errorOfAnswer(status, text, retryAfter);
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    // A captive portal or a proxy responded with status 200, so the request did not reach the site.
    throw new ApiError('The answer did not come from this site.', { status, code: 'internal' });
  }
}
