// Reads an answer of the server, for the two ways of sending (fetch and XMLHttpRequest).
import { ApiError, errorOfAnswer } from './api-error.ts';

/** The JSON of a success; throws for everything else. */
export function answerOf(status: number, text: string, retryAfter: string | null): unknown {
  if (status < 200 || status > 299) throw errorOfAnswer(status, text, retryAfter);
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    // A captive portal or a proxy's page with status 200: not an answer of ours, so nothing may count as done.
    throw new ApiError('The answer did not come from this site.', { status, code: 'internal' });
  }
}
