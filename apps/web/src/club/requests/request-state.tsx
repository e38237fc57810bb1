// The state of a request as a badge.
import type { RequestState as State } from '@cellar/contract/club/rules/requests.ts';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';

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
