// A game in the review: its best candidates, its state, and the possible actions.
import type { ListedMatch, Match } from '@cellar/contract/matches.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminGamePath } from '#app/paths.ts';
import { formatAgo } from '#lib/format.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { matchIdText } from '../matches/match-text.ts';
import { useApplyMatch } from '../matches/use-apply-match.ts';
import { type MatchAction, useMatchAction } from '../matches/use-match-action.ts';
import { MatchPicker } from '../picker/match-picker.tsx';
import { ServerText } from '../server-text.tsx';
import { CandidateCard } from './candidate-card.tsx';
import styles from './review-entry.module.css';

export interface ReviewEntryProps {
  entry: ListedMatch;
  onGamesChanged(): void;
}

export function ReviewEntry({ entry, onGamesChanged }: ReviewEntryProps) {
  const { t } = useTranslation('matches');
  const { gameId, title, state, candidates } = entry;
  const [picking, setPicking] = useState<{ firstMatch?: Match }>();
  const accept = useApplyMatch({
    onApplied() {
      toast.success(t('review.accepted', { title }));
      onGamesChanged();
    },
  });
  return (
    <article className={styles.entry} aria-label={title}>
      <div className={styles.cover}>
        <Cover title={title} url={entry.boxArtUrl} thumbhash={entry.boxArtThumbhash} sizes="3.5rem" />
      </div>
      <div className={styles.what}>
        <h3 className={styles.title}>
          <Link to={adminGamePath(gameId)} aria-label={t('review.edit', { title })}>
            {title}
          </Link>
        </h3>
        <MatchReason entry={entry} />
      </div>
      <Actions entry={entry} onPick={() => setPicking({})} onGamesChanged={onGamesChanged} />
      {state === 'review' && candidates.length > 0 && (
        <ul className={styles.candidates}>
          {candidates.map((match) => (
            <li key={match.id}>
              <CandidateCard
                match={match}
                among={candidates}
                title={title}
                isBusy={accept.isPending && accept.variables.matchId === match.id}
                onAccept={() => !accept.isPending && accept.mutate({ gameId, matchId: match.id })}
                onShowDetails={() => setPicking({ firstMatch: match })}
              />
            </li>
          ))}
        </ul>
      )}
      {picking && (
        <Dialog heading={t('picker.headingOf', { title })} size="60rem" onClose={() => setPicking(undefined)}>
          <MatchPicker
            gameId={gameId}
            title={title}
            firstMatch={picking.firstMatch}
            onApplied={() => {
              setPicking(undefined);
              onGamesChanged();
            }}
          />
        </Dialog>
      )}
    </article>
  );
}

function MatchReason({ entry }: { entry: ListedMatch }) {
  const { t, i18n } = useTranslation('matches');
  const { state, reason, matchId, updatedAt, dueAt } = entry;
  return (
    <>
      {matchId && (
        <p className={styles.dim}>
          {t('game.sourceLately', {
            match: matchIdText(matchId),
            ago: formatAgo(updatedAt, i18n.language),
          })}
        </p>
      )}
      {reason && (
        <p className={styles.reason} data-failed={state === 'failed' || undefined}>
          <ServerText text={reason} />
        </p>
      )}
      {state === 'failed' && dueAt && Date.parse(dueAt) > Date.now() && (
        <p className={styles.dim}>{t('game.dueAt', { time: formatAgo(dueAt, i18n.language) })}</p>
      )}
    </>
  );
}

function Actions({ entry, onPick, onGamesChanged }: ReviewEntryProps & { onPick(): void }) {
  const { t } = useTranslation('matches');
  const { gameId, title, state, canUndo } = entry;
  const action = useMatchAction({ gameId, title }, onGamesChanged);
  const button = (name: MatchAction, label: string) => (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={t(`review.${name}Of`, { title })}
      loading={action.isPending && action.variables === name}
      onClick={() => !action.isPending && action.mutate(name)}
    >
      {label}
    </Button>
  );
  const hasCandidates = state === 'review' || state === 'matched';
  const mayIgnore = state !== 'matched' && state !== 'left';
  return (
    <div className={styles.actions}>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t(hasCandidates ? 'review.chooseOf' : 'review.findOf', { title })}
        onClick={onPick}
      >
        {t(hasCandidates ? 'review.choose' : 'review.find')}
      </Button>
      {canUndo && button('undo', t('review.undo'))}
      {(state === 'failed' || state === 'none' || state === 'left') && button('retry', t('review.retry'))}
      {mayIgnore && button('leave', t('review.leave'))}
    </div>
  );
}
