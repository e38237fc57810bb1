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
      },
      mutations: { networkMode },
    },
  });
}

// A refusal stays a refusal; only a lost connection or a server in trouble is worth another try.
function mayPass(error: ApiError): boolean {
  return error.status === 0 || error.status === 429 || error.status >= 502;
}
