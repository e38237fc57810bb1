// The state of a game's match in the table of games. Explains why a game waits if it waits for an admin.
import type { MatchState } from '@cellar/contract/games/matches.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { metadataSettingsPath, useHasNoProvider } from '../settings/no-provider.tsx';

export interface MatchStateTextProps {
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
