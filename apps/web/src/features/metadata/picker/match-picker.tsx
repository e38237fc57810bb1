// The picker: searches the metadata providers for a game, shows the matches, and what the chosen one would bring. Used by
// the editor's page, and in a dialog by the review of matches.
import type { Game } from '@cellar/contract/games.ts';
import type { Match } from '@cellar/contract/matches.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#lib/api-context.ts';
import { matchSearchQuery } from '../matches/matches.queries.ts';
import { FoundMatches } from './found-matches.tsx';
import { MatchOffer } from './match-offer.tsx';
import styles from './match-picker.module.css';
import { SearchField } from './search-field.tsx';

export interface MatchPickerProps {
  gameId: string;
  title: string;
  /** To be looked at first; without it the search comes first. */
  first?: Match | undefined;
  /** With a match, or with the game as it is now that one was taken. */
  onApplied(game: Game): void;
  /** Where there is a form to write the facts by hand. */
  onByHand?: (() => void) | undefined;
}

export function MatchPicker({ gameId, title, first, onApplied, onByHand }: MatchPickerProps) {
  const client = useApi();
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState(first);
  const [looked, setLooked] = useState<string>();
  // Where one match is looked at, the search waits until somebody goes back to it.
  const [isSearched, setSearched] = useState(!first);
  const search = useQuery({ ...matchSearchQuery(client, gameId, asked), enabled: isSearched });
  const handleSearch = (wanted: string) => {
    const next = wanted === title ? '' : wanted;
    if (next === asked) void search.refetch();
    else setAsked(next);
  };
  if (chosen) {
    const handleBack = () => {
      setSearched(true);
      setLooked(chosen.id);
      setChosen(undefined);
    };
    return <MatchOffer gameId={gameId} match={chosen} onBack={handleBack} onApplied={onApplied} />;
  }
  return (
    <div className={styles.picker}>
      <SearchField first={asked || title} isSearching={search.isFetching} onSearch={handleSearch} />
      <FoundMatches
        found={search.data}
        isSearching={search.isFetching}
        error={search.error}
        looked={looked}
        onChoose={setChosen}
        onRetry={() => void search.refetch()}
        onByHand={onByHand}
      />
    </div>
  );
}
