// Creates the cache of server responses.
import { MutationCache, notifyManager, QueryClient } from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    // All queries and mutations call the API client.
    defaultError: ApiError;
  }
}

/**
 * Sends requests even if the browser reports being offline: a server on the local network may respond, and failed saves
 * are reported at once.
 */
const networkMode = 'always';

// By default, components learn a task later that a save is running, and a double-click saves twice.
notifyManager.setScheduler(queueMicrotask);

/** `onChange` is called before anything is changed. */
export function createQueryClient(onChange?: () => void): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({ onMutate: onChange }),
    defaultOptions: {
      queries: {
        networkMode,
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (failures, { retryAfterSeconds = 0 }) =>
          Math.max(firstPauseMs * 2 ** failures, retryAfterSeconds * 1000),
      },
      mutations: { networkMode },
    },
  });
}

/** If the server asks for a longer wait, the error is shown instead. */
const longestWaitSeconds = 15;
const firstPauseMs = 1000;

// Retries only lost connections and server problems. A request that timed out would time out again.
function isTransient({ code, status, retryAfterSeconds = 0 }: ApiError): boolean {
  if (code === 'timeout' || retryAfterSeconds > longestWaitSeconds) return false;
  return status === 0 || status === 429 || status >= 502;
}
