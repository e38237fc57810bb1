// The facts about a game as name-value pairs. Those named in the specification are always shown, the others only when
// known.
import type { Game } from '@cellar/contract/games/games.ts';
import { VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TFunction } from '#i18n/text-keys.ts';
import { formatDate, formatDay, formatSize } from '#lib/format.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { useGenreName } from '../genre-name.ts';
import styles from './game-facts.module.css';

export interface GameFactsProps {
  game: Game;
  /** Whether to include genres and platforms, where no other part of the page shows them. */
  isComplete?: boolean;
  /** Returns the path of the games of a genre. Without it, genres are plain text. */
  genrePath?: ((genre: string) => string) | undefined;
}

export function GameFacts({ game, isComplete = false, genrePath }: GameFactsProps) {
  const { t } = useTranslation('game');
  const main = useMainFacts(game);
  const lists = useListFacts(game, genrePath);
  const further = useFurtherFacts(game);
  return (
    <dl className={styles.facts}>
      {[...main, ...(isComplete ? lists : []), ...further].map(([name, value]) => (
        <div key={name} data-fact={name}>
          <dt>{t(name)}</dt>
          <dd data-unknown={value === t('unknown') || value === t('none') || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function useMainFacts({ releaseDate, developer, publisher }: Game) {
  const { t, i18n } = useTranslation('game');
  return [
    ['releaseDate', releaseDate ? formatDay(releaseDate, i18n.language) : t('unknown')],
    ['developer', developer || t('unknown')],
    ['publisher', publisher || t('unknown')],
  ] as const;
}

function useListFacts({ genres, gameFiles }: Game, genrePath: GameFactsProps['genrePath']) {
  const { t } = useTranslation('game');
  const genreName = useGenreName();
  const links = genres.map((genre, index) => (
    <Fragment key={genre}>
      {index > 0 && ', '}
      {genrePath ? <Link to={genrePath(genre)}>{genreName(genre)}</Link> : genreName(genre)}
    </Fragment>
  ));
  return [
    ['genres', links.length > 0 ? links : t('unknown')],
    ['platforms', gameFiles.map(({ platform }) => platform).join(', ') || t('none')],
  ] as const;
}

function useFurtherFacts(game: Game) {
  const { t, i18n } = useTranslation('game');
  const { rating, ratingCount, ageRating, franchise, collection, totalSize, createdAt } = game;
  const votes = ratingCount ? ` (${t('ratingCount', { count: ratingCount })})` : '';
  const facts = [
    ['rating', rating !== null && t('ratingOf', { rating: Math.round(rating) }) + votes],
    ['players', playersText(game, t)],
    ['ageRating', ageRating],
    ['franchise', franchise],
    ['collection', collection],
    ['totalSize', totalSize > 0 && formatSize(totalSize, i18n.language)],
    ['added', formatDate(createdAt, i18n.language)],
  ] as const;
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

// How a game can be played and by how many, as one text: "1–4 · Co-op, Same screen".

/** Returns an empty text if nothing is known. */
export function playersText(
  { modes, maxPlayers: max }: Pick<Game, 'modes' | 'maxPlayers'>,
  t: TFunction<'game'>,
): string {
  if (max === 1 && modes.length === 0) return t('modes.singlePlayer');
  const names = (shown: Game['modes']) => shown.map((mode) => t(`modes.${mode}`)).join(', ');
  if (max === null || max === 1) return names(modes);
  const isForOne = modes.includes('singlePlayer');
  const number = isForOne ? t('playersFromOne', { max }) : t('playersUpTo', { max });
  // A range that begins with 1 says already that one can play alone.
  return [number, names(modes.filter((mode) => mode !== 'singlePlayer'))].filter(Boolean).join(' · ');
}

// The genres of a game, as tags below its title.

export function GenreTags({ genres }: { genres: string[] }) {
  const { t } = useTranslation('game');
  const genreName = useGenreName();
  if (genres.length === 0) return null;
  return (
    <dl className={styles.tags}>
      <VisuallyHidden component="dt">{t('genres')}</VisuallyHidden>
      {genres.map((genre) => (
        <dd key={genre}>
          <Badge>{genreName(genre)}</Badge>
        </dd>
      ))}
    </dl>
  );
}
