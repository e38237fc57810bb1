// Selects the state of the listed games, and shows the number of games in each state.
import type { MatchCounts, MatchState } from '@cellar/contract/games/matches.ts';
import { useTranslation } from 'react-i18next';
import { CountChoice } from '#ui/fields/count-choice.tsx';

const listed = ['review', 'none', 'failed', 'queued', 'matched', 'left'] as const satisfies MatchState[];

export interface StateChoiceProps {
  counts: MatchCounts['counts'];
  chosen: MatchState;
  onChoose(state: MatchState): void;
}

export function StateChoice({ counts, chosen, onChoose }: StateChoiceProps) {
  const { t } = useTranslation('matches');
  const shown = listed.filter((state) => state !== 'queued' || state === chosen || counts.queued > 0);
  return (
    <CountChoice
      label={t('review.states')}
      parts={shown.map((state) => {
        const count = counts[state];
        return { part: state, label: t('review.count', { state: t(`states.${state}`), count }), count };
      })}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
