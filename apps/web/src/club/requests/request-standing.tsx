// The number of votes of a request. While the request waits, it is a button that gives and takes back the member's vote.
import type { GameRequest } from '@cellar/contract/club/requests.endpoints.ts';
import { isWaiting, type RequestState as State } from '@cellar/contract/club/rules/requests.ts';
import { IconChevronUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import styles from './request-standing.module.css';
import { useVote } from './requests.queries.ts';

export function VoteButton({ request }: { request: GameRequest }) {
  const { t, i18n } = useTranslation('requests');
  const vote = useVote(request);
  const { title, votes, hasVoted, state } = request;
  const count = new Intl.NumberFormat(i18n.language, { notation: 'compact' }).format(votes);
  if (!isWaiting(state)) {
    return (
      <span className={styles.votes}>
        <span className={styles.count}>{count}</span>
        <span className={styles.word}>{t('votes', { count: votes })}</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.votes}
      aria-pressed={hasVoted}
      aria-label={t('voteFor', { title, votes: count })}
      title={t(hasVoted ? 'unvote' : 'vote')}
      // A second click before the answer would be lost.
      aria-disabled={vote.isPending}
      onClick={() => !vote.isPending && vote.mutate(!hasVoted)}
    >
      <IconChevronUp size={18} stroke={2.2} aria-hidden />
      <span className={styles.count}>{count}</span>
    </button>
  );
}

// The state of a request as a badge.

const tones: Record<State, BadgeTone> = {
  open: 'neutral',
  accepted: 'info',
  on_its_way: 'accent',
  declined: 'bad',
  fulfilled: 'good',
};

export function RequestState({ state }: { state: State }) {
  const { t } = useTranslation('requests');
  return <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>;
}
