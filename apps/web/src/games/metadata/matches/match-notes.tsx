// Where a game's facts come from: what the provider calls the game, its id there, and since when.

import type { ListedMatch, MatchState } from '@cellar/contract/games/matches.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatAgo } from '#lib/format.ts';
import { metadataSettingsPath, useHasNoProvider } from '../settings/no-provider.tsx';
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

// Says when the failed search for a game is repeated.

const minuteMs = 60_000;

interface DueNoteProps {
  match: Pick<ListedMatch, 'state' | 'dueAt'>;
  className: string | undefined;
}

export function DueNote({ match: { state, dueAt }, className }: DueNoteProps) {
  const { t, i18n } = useTranslation('matches');
  const wait = dueAt ? Date.parse(dueAt) - Date.now() : 0;
  if (state !== 'failed' || !dueAt || wait <= 0) return null;
  const time = formatAgo(dueAt, i18n.language);
  return <p className={className}>{wait < minuteMs ? t('game.dueSoon') : t('game.dueAt', { time })}</p>;
}

// The state of a game's match in the table of games. Explains why a game waits if it waits for an admin.

interface MatchStateTextProps {
  state: MatchState;
  tabIndex: number;
}

export function MatchStateText({ state, tabIndex }: MatchStateTextProps) {
  const { t } = useTranslation('matches');
  return state === 'queued' ? <Queued tabIndex={tabIndex} /> : t(`state.${state}`);
}

function Queued({ tabIndex }: Pick<MatchStateTextProps, 'tabIndex'>) {
  const { t } = useTranslation('matches');
  if (!useHasNoProvider()) return t('states.queued');
  return (
    <Link to={metadataSettingsPath} title={t('noProvider.why')} tabIndex={tabIndex}>
      {t('states.queued')}
    </Link>
  );
}
