// The decisions of an admin in the review. Each takes its entry out of the list at once, and its request runs in the background. If the
// request fails, the entry comes back with a message. The last decisions can be undone in turn.

import { adminApi } from '@cellar/contract/admin-api.ts';
import {
  type ListedMatch,
  type MatchCounts,
  type MatchState,
  restorableStates,
} from '@cellar/contract/games/matches.ts';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiClient } from '#lib/api-client.ts';
import type { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { useFieldNames } from '../../use-field-names.ts';

export interface Decisions {
  /** Returns whether the entry is decided, so that it is not listed. */
  isDecided(entry: ListedMatch): boolean;
  /** The number of requests that have not ended. */
  pending: number;
  decide(entry: ListedMatch, decision: Decision): void;
  /** Takes an entry out of the list that was matched in the dialog. */
  drop(entry: ListedMatch): void;
  /** Undoes the last decision. Returns its entry. */
  undoLast(): ListedMatch | undefined;
  canUndoLast: boolean;
}

interface Past {
  entry: ListedMatch;
  /** The lists that the entry was taken from, and into. */
  from: MatchState;
  into: 'matched' | 'left';
}

const without = <T>(set: ReadonlySet<T>, value: T) => new Set([...set].filter((other) => other !== value));

/** An entry that is listed again in another state has another time. */
const keyOf = ({ gameId, updatedAt }: ListedMatch) => `${gameId} ${updatedAt}`;

/** `state`: the list that is shown. */
export function useDecisions(state: MatchState, onGamesChanged: () => void): Decisions {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
  const [past, setPast] = useState<readonly Past[]>([]);
  const { send, pending } = useDecisionRequests(onGamesChanged);

  const hide = (entry: ListedMatch) => setDecided((now) => new Set(now).add(keyOf(entry)));
  const bringBack = (entry: ListedMatch) => setDecided((now) => without(now, keyOf(entry)));
  const remember = (entry: ListedMatch, into: Past['into']) =>
    setPast((now) => [...now, { entry, from: state, into }]);
  const forget = (entry: ListedMatch) => setPast((now) => now.filter((one) => one.entry !== entry));

  return {
    isDecided: (entry) => decided.has(keyOf(entry)),
    pending,
    canUndoLast: past.length > 0,
    decide(entry, decision) {
      hide(entry);
      if (decision.kind === 'accept') remember(entry, 'matched');
      if (decision.kind === 'leave' && restorableStates.includes(state)) remember(entry, 'left');
      // After an undo, the game has a revision that the list does not know.
      const isRevisionKnown = !undone.has(keyOf(entry));
      send({ entry, from: state, ...decision, isRevisionKnown }).catch(() => {
        bringBack(entry);
        forget(entry);
      });
    },
    drop(entry) {
      hide(entry);
      remember(entry, 'matched');
    },
    undoLast() {
      const last = past.at(-1);
      if (!last) return undefined;
      const { entry, from, into } = last;
      forget(entry);
      bringBack(entry);
      setUndone((now) => new Set(now).add(keyOf(entry)));
      send({ entry, kind: 'takeBack', from: into, into: from }).catch(() => hide(entry));
      return entry;
    },
  };
}

// Sends decisions to the server in the background, and keeps the counts of the states in step.

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

function useDecisionRequests(onGamesChanged: () => void) {
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
      for (const queryKey of [queryKeys.matches.counts, queryKeys.matches.waiting, queryKeys.learnedNames]) {
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

// Sends the requests of quick decisions a few at a time, and those about the same game one after the other.

/** Providers are asked for each accepted match, and the page needs connections of its own. */
const maxRunning = 3;

interface RequestLine {
  /** Runs `request` after the earlier ones of the same game. Resolves or rejects as it does. */
  send<T>(gameId: string, request: () => Promise<T>): Promise<T>;
}

export function createRequestLine(): RequestLine {
  const waiting: (() => void)[] = [];
  const lastOf = new Map<string, Promise<unknown>>();
  let running = 0;

  async function run<T>(request: () => Promise<T>): Promise<T> {
    if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await request();
    } finally {
      const next = waiting.shift();
      // The next one takes this one's place.
      if (next) next();
      else running -= 1;
    }
  }

  return {
    send(gameId, request) {
      const before = lastOf.get(gameId) ?? Promise.resolve();
      const ending = before.catch(() => undefined).then(() => run(request));
      lastOf.set(gameId, ending);
      void ending.catch(() => undefined).then(() => lastOf.get(gameId) === ending && lastOf.delete(gameId));
      return ending;
    },
  };
}
