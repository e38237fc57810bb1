// Selects the state of the listed games, and shows the number of games in each state.
import type { MatchesResponse, MatchState } from '@cellar/contract/matches.ts';
import { useTranslation } from 'react-i18next';
import styles from './match-review.module.css';

const listed = ['review', 'none', 'failed', 'queued', 'matched', 'left'] as const satisfies MatchState[];

export interface StateChoiceProps {
  counts: MatchesResponse['counts'];
  chosen: MatchState;
  onChoose(state: MatchState): void;
}

export function StateChoice({ counts, chosen, onChoose }: StateChoiceProps) {
  const { t } = useTranslation('matches');
  const shown = listed.filter((state) => state !== 'queued' || state === chosen || counts.queued > 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={t('review.states')} className={styles.states}>
      {shown.map((state) => (
        <button
          key={state}
          type="button"
          className={styles.state}
          aria-pressed={state === chosen}
          data-some={counts[state] > 0 || undefined}
          onClick={() => onChoose(state)}
        >
          {t('review.count', { state: t(`states.${state}`), count: counts[state] })}
        </button>
      ))}
    </div>
  );
}
