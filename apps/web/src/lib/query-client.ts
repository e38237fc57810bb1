// The cache of what the server said; made once in app/.
import { QueryClient } from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    // Everything a query or mutation calls is the API client.
    defaultError: ApiError;
  }
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
      },
    },
  });
}

// A refusal stays a refusal; only a lost connection or a server in trouble is worth another try.
function mayPass(error: ApiError): boolean {
  return error.status === 0 || error.status === 429 || error.status >= 502;
}
