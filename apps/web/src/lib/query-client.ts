// The cache of what the server said; made once in app/.
import { QueryClient } from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    // Everything a query or mutation calls is the API client.
    defaultError: ApiError;
  }
}

/** Asked even when the browser says that it is offline: a library at home may answer, and who saved hears at once if it does not. */
const networkMode = 'always';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: (failures, { retryAfterSeconds = 0 }) =>
          Math.max(firstPauseMs * 2 ** failures, retryAfterSeconds * 1000),
      },
      mutations: { networkMode },
    },
  });
}

/** Whoever has to wait longer is told so. */
const longestWaitSeconds = 15;
const firstPauseMs = 1000;

// A refusal stays a refusal; only a lost connection or a server in trouble is worth another try. One that takes all the
// time there is and does not answer would only take it again.
function mayPass({ code, status, retryAfterSeconds = 0 }: ApiError): boolean {
  if (code === 'timeout' || retryAfterSeconds > longestWaitSeconds) return false;
  return status === 0 || status === 429 || status >= 502;
}
