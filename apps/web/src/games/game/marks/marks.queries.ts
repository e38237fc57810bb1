// What the member has noted about games, and when the member was last here.
import type { GameMarks, GameMarksChange, MarkedGames } from '@cellar/contract/club/marks.endpoints.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { toastRefusal } from '#ui/toasts/toast.tsx';

const minuteMs = 60_000;

export type MarkSets = Record<keyof MarkedGames, ReadonlySet<string>>;

export const marksQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.marks.all,
    queryFn: ({ signal }) => client.call(memberApi.listMarks, { signal }),
    staleTime: 5 * minuteMs,
    select: setsOf,
  });

function setsOf({ favorite, to_play, played, not_for_me, liked, noted }: MarkedGames): MarkSets {
  return {
    favorite: new Set(favorite),
    to_play: new Set(to_play),
    played: new Set(played),
    not_for_me: new Set(not_for_me),
    liked: new Set(liked),
    noted: new Set(noted),
  };
}

export const gameMarksQuery = (client: ApiClient, id: string) =>
  queryOptions({
    queryKey: queryKeys.marks.of(id),
    queryFn: ({ signal }) => client.call(memberApi.getGameMarks, { params: { id }, signal }),
    // The note may have been written in another tab.
    refetchOnWindowFocus: 'always',
  });

/** Repeated while the page is used, because a visit ends when the member was away for some hours. */
export const visitQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: ['visit'],
    queryFn: ({ signal }) => client.call(memberApi.recordVisit, { signal }),
    staleTime: 10 * minuteMs,
    refetchInterval: 15 * minuteMs,
    refetchOnWindowFocus: true,
    retry: false,
  });

export function useChangeMarks(id: string) {
  const client = useApi();
  const cache = useQueryClient();
  const { t } = useTranslation('marks');
  return useMutation({
    // One after the other, so that the last change wins.
    scope: { id: `marks ${id}` },
    mutationFn: (change: GameMarksChange) =>
      client.call(memberApi.changeGameMarks, { params: { id }, body: change, keepalive: true }),
    onMutate: async (change) => {
      const key = queryKeys.marks.of(id);
      await cache.cancelQueries({ queryKey: key });
      const before = cache.getQueryData<GameMarks>(key);
      if (before) cache.setQueryData<GameMarks>(key, { ...before, ...change, ...likesAfter(before, change) });
      return { before };
    },
    // Here, because the panel may be gone by then.
    onError: (error, change, shown) => {
      cache.setQueryData(queryKeys.marks.of(id), shown?.before);
      toastRefusal(error, t('failed', { mark: t(labelOf(change)) }));
    },
    onSuccess: (marks) => {
      cache.setQueryData(queryKeys.marks.of(id), marks);
      // An answer that is already on the way would show the old marks again.
      if (cache.isFetching({ queryKey: queryKeys.marks.all }))
        void cache.invalidateQueries({ queryKey: queryKeys.marks.all });
      cache.setQueryData<MarkedGames>(queryKeys.marks.all, (known) => known && withMarks(known, id, marks));
      forgetPersonalLists(cache);
    },
  });
}

/** A change is of one mark. */
function labelOf({ isFavorite, isLiked, note }: GameMarksChange) {
  if (isFavorite !== undefined) return 'favorite';
  if (isLiked !== undefined) return 'like';
  return note === undefined ? 'state' : 'note';
}

function likesAfter({ isLiked, likes }: GameMarks, change: GameMarksChange) {
  const isLikedNow = change.isLiked ?? isLiked;
  return { likes: likes + Number(isLikedNow) - Number(isLiked) };
}

function withMarks(known: MarkedGames, id: string, marks: GameMarks): MarkedGames {
  const { isFavorite, playState, isLiked, note } = marks;
  const isMarked: Record<keyof MarkedGames, boolean> = {
    favorite: isFavorite,
    to_play: playState === 'to_play',
    played: playState === 'played',
    not_for_me: playState === 'not_for_me',
    liked: isLiked,
    noted: note !== '',
  };
  return Object.fromEntries(
    Object.entries(known).map(([mark, ids]) => {
      const others = ids.filter((one) => one !== id);
      return [mark, isMarked[mark as keyof MarkedGames] ? [...others, id] : others];
    }),
  ) as MarkedGames;
}

/** The lists that depend on marks are loaded again when they are next shown. */
function forgetPersonalLists(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: queryKeys.home });
  void cache.invalidateQueries({ queryKey: queryKeys.games.list(), refetchType: 'none' });
}
