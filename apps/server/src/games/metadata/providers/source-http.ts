// The HTTP client of a provider: keeps to the provider's limit of calls, and limits the size and time of a response.

import type { CallLimiter } from '#platform/call-limiter.ts';
import type { HttpClient } from '#platform/http-client.ts';

export type SourceHttp = Pick<HttpClient, 'fetchJson'>;

export const fetchOptions = { maxBytes: 2 * 1024 ** 2, timeoutMs: 15_000 };

export function limitedCalls(http: SourceHttp, limiter: CallLimiter): SourceHttp {
  return {
    fetchJson: (address, request) => limiter(() => http.fetchJson(address, request), request.signal),
  };
}
