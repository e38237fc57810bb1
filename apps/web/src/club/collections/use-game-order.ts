// The games of a list while its owner arranges them. Each change is shown at once and sent as one small step, one after the other.

import { deferredApi } from '@cellar/contract/deferred-api.ts';
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toastRefusal } from '#ui/toasts/toast-refusal.ts';
import { gameOrderQuery } from './collections.queries.ts';

type Step =
  | { kind: 'move'; gameId: string; before: string | null }
  | { kind: 'remove'; gameId: string }
  | { kind: 'add'; gameId: string; before: string | null };

export function useGameOrder(id: string) {
  const { t } = useTranslation('collections');
  const client = useApi();
  const cache = useQueryClient();
  const key = queryKeys.collections.order(id);
  const query = useQuery(gameOrderQuery(client, id));
  const games = query.data ?? [];
  const show = (next: GameListItem[]) => {
    // The answer to a request from before this step would put the old order back.
    void cache.cancelQueries({ queryKey: key });
    cache.setQueryData<GameListItem[]>(key, next);
  };

  const place = (gameId: string, before: string | null) =>
    client.call(deferredApi.placeInCollection, { params: { id, gameId }, body: { before } });
  const mutationKey = [...key, 'step'];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `order of ${id}` },
    mutationFn: async (step: Step): Promise<unknown> => {
      const { gameId } = step;
      if (step.kind === 'remove') {
        return client.call(deferredApi.removeFromCollection, { params: { id, gameId } });
      }
      if (step.kind === 'add') {
        await client.call(deferredApi.addToCollection, { params: { id }, body: { games: [gameId] } });
        if (step.before === null) return undefined;
      }
      return place(gameId, step.before);
    },
    onError: (error, { kind }) => {
      toastRefusal(error, t(`failed.${kind}`));
      void cache.invalidateQueries({ queryKey: key });
    },
    onSettled: () => {
      // Only after the last of several quick steps.
      if (cache.isMutating({ mutationKey }) > 1) return;
      void cache.invalidateQueries({ queryKey: queryKeys.collections.one(id) });
      void cache.invalidateQueries({ queryKey: queryKeys.collections.games(id) });
    },
  });

  return {
    games,
    query,
    move(game: GameListItem, to: number): void {
      const others = games.filter(({ _id }) => _id !== game._id);
      show(others.toSpliced(to, 0, game));
      mutate({ kind: 'move', gameId: game._id, before: others[to]?._id ?? null });
    },
    remove(game: GameListItem): void {
      show(games.filter(({ _id }) => _id !== game._id));
      mutate({ kind: 'remove', gameId: game._id });
    },
    /** `at`: the place, for a game that comes back. */
    add(game: GameListItem, at = games.length): void {
      if (games.some(({ _id }) => _id === game._id)) return;
      const before = games[at]?._id ?? null;
      show(games.toSpliced(at, 0, game));
      mutate({ kind: 'add', gameId: game._id, before });
    },
  };
}
