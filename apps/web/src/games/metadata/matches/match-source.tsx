// Where a game's facts come from: what the provider calls the game, its id there, and since when.
import type { ListedMatch } from '@cellar/contract/games/matches.ts';
import { useTranslation } from 'react-i18next';
import { formatAgo } from '#lib/format.ts';
import { matchIdText } from './match-text.ts';

export interface MatchSourceProps {
  match: Pick<ListedMatch, 'matchName' | 'updatedAt'>;
  matchId: string;
}

export function MatchSource({ match: { matchName, updatedAt }, matchId }: MatchSourceProps) {
  const { t, i18n } = useTranslation('matches');
  const source = { match: matchIdText(matchId), ago: formatAgo(updatedAt, i18n.language) };
  return matchName ? t('game.sourceNamed', { name: matchName, ...source }) : t('game.sourceLately', source);
}
