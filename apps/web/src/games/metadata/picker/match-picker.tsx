// Searches the metadata providers for a game, and shows the matches and the changes that the chosen one would make.

import type { Game } from '@cellar/contract/games/games.ts';
import type { Match } from '@cellar/contract/games/matches.ts';
import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/services-context.ts';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import layout from '#ui/layout.module.css';
import { matchOfferQuery, matchSearchQuery } from '../matches/matches.queries.ts';
import { FoundMatches } from './found-matches.tsx';
import styles from './match-picker.module.css';
import { OfferForm } from './offer-form.tsx';
import { SearchFailures, TemporaryError } from './search-failures.tsx';

interface MatchPickerProps {
  gameId: string;
  title: string;
  /** If given, this match is opened instead of a search. */
  firstMatch?: Match | undefined;
  /** Called with the changed game. */
  onApplied(game: Game): void;
  /** Opens the form for manual entry, if there is one. */
  onEnterManually?: (() => void) | undefined;
}

export function MatchPicker({ gameId, title, firstMatch, onApplied, onEnterManually }: MatchPickerProps) {
  const client = useApi();
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState(firstMatch);
  const [openedId, setOpenedId] = useState<string>();
  // With a first match, the search starts only when the user returns to the list.
  const [isSearchEnabled, setSearchEnabled] = useState(!firstMatch);
  const search = useQuery({ ...matchSearchQuery(client, gameId, asked), enabled: isSearchEnabled });
  const handleSearch = (wanted: string) => {
    const next = wanted === title ? '' : wanted;
    if (next === asked) void search.refetch();
    else setAsked(next);
  };
  if (chosen) {
    const handleBack = () => {
      setSearchEnabled(true);
      setOpenedId(chosen.id);
      setChosen(undefined);
    };
    return <MatchOffer gameId={gameId} match={chosen} onBack={handleBack} onApplied={onApplied} />;
  }
  return (
    <div className={layout.stack4}>
      <SearchField initialTitle={asked || title} isSearching={search.isFetching} onSearch={handleSearch} />
      <FoundMatches
        found={search.data}
        isSearching={search.isFetching}
        error={search.error}
        openedId={openedId}
        onChoose={setChosen}
        onRetry={() => void search.refetch()}
        onEnterManually={onEnterManually}
      />
    </div>
  );
}

interface SearchFieldProps {
  initialTitle: string;
  isSearching: boolean;
  onSearch(title: string): void;
}

function SearchField({ initialTitle, isSearching, onSearch }: SearchFieldProps) {
  const { t } = useTranslation('matches');
  const [title, setTitle] = useState(initialTitle);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() && !isSearching) onSearch(title.trim());
  };
  return (
    <form className={styles.search} onSubmit={handleSubmit}>
      <TextInput
        className={styles.field}
        label={t('picker.title')}
        value={title}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Button type="submit" leftSection={<IconSearch size={18} />} loading={isSearching}>
        {t('picker.search')}
      </Button>
    </form>
  );
}

interface MatchOfferProps {
  gameId: string;
  match: Match;
  onBack(): void;
  onApplied(game: Game): void;
}

/** Loads the changes that a match would make, and shows a form to choose the fields. */
function MatchOffer({ gameId, match, onBack, onApplied }: MatchOfferProps) {
  const { t } = useTranslation('matches');
  const offer = useQuery(matchOfferQuery(useApi(), gameId, match.id));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // The offer may include a year that the search result lacks.
  const { name, year } = offer.data?.match ?? match;
  const retry = () => void offer.refetch();
  return (
    <div className={layout.stack4}>
      <Button
        className={layout.atStart}
        variant="default"
        size="sm"
        leftSection={<IconArrowLeft size={17} />}
        onClick={onBack}
      >
        {t('offer.back')}
      </Button>
      <div>
        <h3 ref={heading} tabIndex={-1} className={styles.heading}>
          {year ? t('offer.headingYear', { name, year: String(year) }) : t('offer.heading', { name })}
        </h3>
        <p className={styles.lead}>{t('offer.lead')}</p>
      </div>
      {offer.isPending && <LoadingBlock label={t('offer.loading')} height="16rem" />}
      {offer.isError && (
        <TemporaryError key={offer.errorUpdatedAt} onRetry={retry}>
          <p className={layout.strong}>{t('offer.failed')}</p>
          <p>{offer.error.status < 500 && errorText(offer.error, '')}</p>
        </TemporaryError>
      )}
      {offer.data && <SearchFailures isAnswered failures={offer.data.failures} onRetry={retry} />}
      {offer.data && (
        // Remounts the form, so that a reloaded offer starts with its own suggestions.
        <OfferForm
          key={offer.dataUpdatedAt}
          gameId={gameId}
          offer={offer.data}
          onConflict={retry}
          onApplied={onApplied}
        />
      )}
    </div>
  );
}

// The match picker as a part of the game editor.

interface ScrapePanelProps extends MatchPickerProps {
  onClose(): void;
}

export function ScrapePanel({ onClose, ...picker }: ScrapePanelProps) {
  const { t } = useTranslation('matches');
  const { t: tCommon } = useTranslation();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <div className={styles.head}>
        <div>
          <h2 ref={heading} id={headingId} tabIndex={-1} className={styles.heading}>
            {t('picker.heading')}
          </h2>
          <p className={styles.lead}>{t('picker.lead')}</p>
        </div>
        <CloseButton aria-label={tCommon('close')} onClick={onClose} />
      </div>
      <MatchPicker {...picker} />
    </section>
  );
}
