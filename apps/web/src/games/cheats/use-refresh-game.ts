import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#lib/query-keys.ts';

export function useRefreshGame(gameId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryKeys.games.one(gameId) });
}
