// Says when the failed search for a game is repeated.
import type { ListedMatch } from '@cellar/contract/games/matches.ts';
import { useTranslation } from 'react-i18next';
import { formatAgo } from '#lib/format.ts';

const minuteMs = 60_000;

export interface DueNoteProps {
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
