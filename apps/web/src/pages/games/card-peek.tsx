// Facts and actions of a game, below its title in the grid or at the end of its row in the list.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { yearOf } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { useTranslation } from 'react-i18next';
import { FavoriteButton } from '#games/game/marks/favorite-button.tsx';
import { formatSize } from '#lib/format.ts';
import { QuickDownload } from '#transfer/downloads/options/quick-download.tsx';
import styles from './card-peek.module.css';

export function CardPeek({ game, isRow }: { game: GameListItem; isRow: boolean }) {
  return (
    <div className={isRow ? styles.row : styles.peek}>
      <p className={styles.facts}>
        <PeekFacts game={game} platformsShown={isRow ? 3 : 1} />
      </p>
      <div className={styles.actions}>
        <QuickDownload game={game} className={styles.download} iconVariant={isRow ? 'default' : 'filled'} />
        <FavoriteButton game={game} />
      </div>
    </div>
  );
}

interface PeekFactsProps {
  game: GameListItem;
  /** How many platforms are named before the rest is only counted. */
  platformsShown?: number;
}

/** What is cut off at the end of a line matters least. */
export function PeekFacts({ game, platformsShown = game.platforms.length }: PeekFactsProps) {
  const { i18n } = useTranslation('marks');
  const year = yearOf(game.releaseDate);
  const rest = game.platforms.length - platformsShown;
  const platforms = game.platforms.slice(0, platformsShown).join(', ');
  const facts = [
    game.totalSize > 0 && formatSize(game.totalSize, i18n.language),
    year > 0 && String(year),
    rest > 0 ? `${platforms} +${rest}` : platforms,
  ];
  return facts.filter(Boolean).join(' · ');
}
