// Fetches a game again wherever it is shown, since its cheat files have changed. Used by what changes them.
import { useQueryClient } from '@tanstack/react-query';

export function useRefreshGame(gameId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(gameId) });
}
