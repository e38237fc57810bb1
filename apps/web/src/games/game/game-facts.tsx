// The facts about a game as name-value pairs. Those named in the specification are always shown, the others only when
// known.
import type { Game } from '@cellar/contract/games/games.ts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDay, formatSize } from '#lib/format.ts';
import { useGenreName } from '../genre-name.ts';
import styles from './game-facts.module.css';
import { playersText } from './players-text.ts';

export interface GameFactsProps {
  game: Game;
  /** Whether to include genres and platforms, where no other part of the page shows them. */
  isComplete?: boolean;
}

export function GameFacts({ game, isComplete = false }: GameFactsProps) {
  const { t } = useTranslation('game');
  const main = useMainFacts(game);
  const lists = useListFacts(game);
  const further = useFurtherFacts(game);
  return (
    <dl className={styles.facts}>
      {[...main, ...(isComplete ? lists : []), ...further].map(([name, value]) => (
        <div key={name}>
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

function useListFacts({ genres, gameFiles }: Game) {
  const { t } = useTranslation('game');
  const genreName = useGenreName();
  return [
    ['genres', genres.map(genreName).join(', ') || t('unknown')],
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
