// The HTTP client of a provider: keeps the provider's pace, and limits the size and time of a response.

import type { Pace } from '#platform/call-limiter.ts';
import type { HttpClient } from '#platform/http-client.ts';

export type SourceHttp = Pick<HttpClient, 'fetchJson'>;

export const fetchOptions = { maxBytes: 2 * 1024 ** 2, timeoutMs: 15_000 };

export function atPace(http: SourceHttp, pace: Pace): SourceHttp {
  return {
    fetchJson: (address, request) => pace(() => http.fetchJson(address, request), request.signal),
  };
}
