// The color of each state of a match.
import type { MatchState } from '@cellar/contract/matches.ts';
import type { BadgeTone } from '#ui/feedback/badge.tsx';

export const stateTone: Record<MatchState, BadgeTone> = {
  queued: 'info',
  searching: 'info',
  matched: 'good',
  review: 'accent',
  none: 'neutral',
  failed: 'bad',
  left: 'neutral',
};
