// A game's match in the editor: its source, or why there is none, with buttons to search again or undo. Nothing for a game that no
// provider has been asked about.

import { adminApi } from '@cellar/contract/admin-api.ts';
import { type EditableField, editableFields } from '@cellar/contract/games/game-edit.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import type {
  GameMatch as GameMatchAnswer,
  MatchState,
  UndoneMatch,
} from '@cellar/contract/games/matches.ts';
import { Button, Flex, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import layout from '#ui/layout.module.css';
import { toast } from '#ui/toasts/toast.tsx';
import { useFieldNames } from '../../use-field-names.ts';
import { ServerText } from '../server-text.tsx';
import { NoProvider, useHasNoProvider } from '../settings/no-provider.tsx';
import styles from './game-match.module.css';
import { DueNote, MatchSource } from './match-notes.tsx';
import { gameMatchQuery } from './matches.queries.ts';

type Match = NonNullable<GameMatchAnswer['match']>;

export interface GameMatchProps {
  game: Game;
  /** Called when a search or an undo has changed the game. */
  onChanged(): void;
}

export function GameMatch({ game, onChanged }: GameMatchProps) {
  const { t } = useTranslation('matches');
  const headingId = useId();
  const { data, isError } = useQuery(gameMatchQuery(useApi(), game._id));
  const match = data?.match;
  useWhenSearchEnds(match?.state, onChanged);
  if (!match && !isError) return null;
  return (
    <section className={styles.box} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {t('game.heading')}
      </h2>
      {isError && !match && <p role="alert">{t('game.loadFailed')}</p>}
      {match && <MatchStatus match={match} />}
      <EditedFields fields={game.editedFields} />
      {match && <Actions game={game} match={match} onChanged={onChanged} />}
    </section>
  );
}

const stateTone: Record<MatchState, BadgeTone> = {
  queued: 'info',
  searching: 'info',
  matched: 'good',
  review: 'accent',
  none: 'neutral',
  failed: 'bad',
  left: 'neutral',
};

function MatchStatus({ match }: { match: Match }) {
  const { t } = useTranslation('matches');
  const hasNoProvider = useHasNoProvider();
  const { state, matchId, reason } = match;
  return (
    <>
      <Flex component="p" wrap="wrap" align="center" gap="var(--space-2)">
        <Badge tone={stateTone[state]}>{t(`state.${state}`)}</Badge>
        {matchId && (
          <span className={layout.breakable}>
            <MatchSource match={match} matchId={matchId} />
          </span>
        )}
      </Flex>
      {reason && (
        <p className={layout.small}>
          {state === 'queued' && hasNoProvider ? <NoProvider /> : <ServerText text={reason} />}
        </p>
      )}
      <DueNote match={match} className={layout.small} />
    </>
  );
}

function EditedFields({ fields }: { fields: readonly string[] }) {
  const { t } = useTranslation('matches');
  const nameFields = useFieldNames();
  const known = editableFields.filter((field: EditableField) => fields.includes(field));
  if (known.length === 0) return null;
  return <p className={layout.small}>{t('game.edited', { fields: nameFields(known) })}</p>;
}

function Actions({ game, match, onChanged }: GameMatchProps & { match: Match }) {
  const { t } = useTranslation('matches');
  const { _id, title } = game;
  const action = useMatchAction({ gameId: _id, title }, onChanged);
  const isInProgress = match.state === 'queued' || match.state === 'searching';
  const maySearch = !isInProgress && match.state !== 'matched';
  if (!maySearch && !match.canUndo) return null;
  return (
    <Group gap="var(--space-2)">
      {maySearch && (
        <Button
          variant="default"
          size="compact-sm"
          loading={action.isPending && action.variables === 'retry'}
          onClick={() => action.mutate('retry')}
        >
          {t('game.again')}
        </Button>
      )}
      {match.canUndo && (
        <Button
          variant="default"
          size="compact-sm"
          loading={action.isPending && action.variables === 'undo'}
          onClick={() => action.mutate('undo')}
        >
          {t('game.undo')}
        </Button>
      )}
    </Group>
  );
}

/** Calls `onEnd` when a running search has ended. */
function useWhenSearchEnds(state: string | undefined, onEnd: () => void): void {
  const before = useRef(state);
  const handleEnd = useEffectEvent(onEnd);
  useEffect(() => {
    const wasInProgress = before.current === 'queued' || before.current === 'searching';
    before.current = state;
    if (wasInProgress && state !== 'queued' && state !== 'searching') handleEnd();
  }, [state]);
}

// An admin's actions on the match of a game: ignore it, search again, or undo it.

type MatchAction = 'leave' | 'retry' | 'undo';

const endpoints = {
  leave: adminApi.leaveMatch,
  retry: adminApi.retryMatch,
  undo: adminApi.undoMatch,
} as const;
const doneTexts = { leave: 'review.left', retry: 'review.retried', undo: 'review.undone' } as const;

/** The mutation stays pending until the lists have been reloaded. */
function useMatchAction({ gameId, title }: { gameId: string; title: string }, onDone: () => void) {
  const { t } = useTranslation('matches');
  const nameFields = useFieldNames();
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (action: MatchAction) => {
      const { kept = [] }: Partial<UndoneMatch> = await client.call(endpoints[action], {
        params: { id: gameId },
      });
      return kept;
    },
    onSuccess: (kept, action) => {
      if (kept.length > 0) toast.warning(t('review.undoneKept', { title, fields: nameFields(kept) }));
      else toast.info(t(doneTexts[action], { title }));
      onDone();
    },
    onError: (error: ApiError) => toast.error(errorText(error, t('review.actionFailed'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.matches.all }),
  });
}
