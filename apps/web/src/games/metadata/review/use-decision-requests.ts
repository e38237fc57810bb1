// Sends decisions to the server in the background, and keeps the counts of the states in step.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { ListedMatch, MatchCounts, MatchState } from '@cellar/contract/games/matches.ts';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { useFieldNames } from '../matches/use-field-names.ts';
import { createRequestLine } from './request-line.ts';

/** `undo` undoes an earlier match or refusal, in the lists of those. */
export type Decision = { kind: 'accept'; matchId: string } | { kind: 'leave' | 'retry' | 'undo' };

interface Sent {
  entry: ListedMatch;
  from: MatchState;
}

type Request =
  | (Sent & Decision & { isRevisionKnown: boolean })
  /** Undoes a decision that was sent before. */
  | (Sent & { kind: 'takeBack'; into: MatchState });

const stateAfter = { accept: 'matched', leave: 'left', retry: 'queued', undo: 'review' } as const;

const mutationKey = ['match-decision'];

/** Returns the number of decisions whose requests have not ended. */
export function usePendingDecisions(): number {
  return useIsMutating({ mutationKey });
}

export function useDecisionRequests(onGamesChanged: () => void) {
  const { t } = useTranslation('matches');
  const client = useApi();
  const queryClient = useQueryClient();
  const nameFields = useFieldNames();
  const [line] = useState(createRequestLine);
  const pending = usePendingDecisions();
  useLeaveWarning(pending > 0);

  const count = (request: Request, by: 1 | -1) =>
    queryClient.setQueryData<MatchCounts>(queryKeys.matches.counts, (now) => now && moved(now, request, by));

  const { mutateAsync: send } = useMutation({
    mutationKey,
    mutationFn: (request: Request) => line.send(request.entry.gameId, () => ask(client, request)),
    onMutate(request) {
      // An answer that is on its way does not know of the decision.
      void queryClient.cancelQueries({ queryKey: queryKeys.matches.counts });
      count(request, 1);
    },
    onSuccess({ notices, kept }, { entry: { title } }) {
      for (const notice of notices) toast.serverWarning(`${title}: ${notice}`);
      if (kept.length > 0) toast.warning(t('review.undoneKept', { title, fields: nameFields(kept) }));
    },
    onError(error: ApiError, request) {
      count(request, -1);
      const { title } = request.entry;
      toast.error(errorText(error, t('review.actionFailed')), t('queue.failed', { title }));
      // The list may show an old state of the game.
      if (error.status < 500) void queryClient.invalidateQueries({ queryKey: queryKeys.matches.lists });
    },
    onSettled(_answer, _error, { entry }) {
      void queryClient.invalidateQueries({ queryKey: queryKeys.matches.one(entry.gameId) });
      // Only after the last one, because the counts include the others already.
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      for (const queryKey of [
        queryKeys.matches.counts,
        queryKeys.matches.waiting,
        queryKeys.learnedNames.all,
      ]) {
        void queryClient.invalidateQueries({ queryKey });
      }
      onGamesChanged();
    },
  });
  return { send, pending };
}

interface Answer {
  /** Sentences about pictures that could not be loaded. */
  notices: string[];
  /** The fields that an undo has left as they are. */
  kept: Parameters<ReturnType<typeof useFieldNames>>[0];
}

async function ask(client: ApiClient, request: Request): Promise<Answer> {
  const { entry, kind } = request;
  const params = { id: entry.gameId };
  switch (kind) {
    case 'accept': {
      const revision = request.isRevisionKnown ? { revision: entry.revision } : {};
      const body = { selectedGameId: request.matchId, ...revision };
      const { notices } = await client.call(adminApi.confirmRescrape, { params, body });
      return { notices, kept: [] };
    }
    case 'leave':
    case 'retry':
      await client.call(kind === 'leave' ? adminApi.leaveMatch : adminApi.retryMatch, { params });
      return { notices: [], kept: [] };
    default: {
      const { kept } = await client.call(adminApi.undoMatch, { params });
      return { notices: [], kept };
    }
  }
}

/** Counts the game in its new state, or with `by` -1 in its old one again. */
function moved(now: MatchCounts, request: Request, by: 1 | -1): MatchCounts {
  const into = request.kind === 'takeBack' ? request.into : stateAfter[request.kind];
  const counts = { ...now.counts };
  counts[request.from] -= by;
  counts[into] += by;
  return { ...now, counts };
}

/** Makes the browser ask before it closes the page while requests run. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}
