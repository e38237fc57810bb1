// Facts and actions of a game, over its cover in the grid or at the end of its row in the list.
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
        <PeekFacts game={game} />
      </p>
      <div className={styles.actions}>
        <QuickDownload game={game} className={styles.download} />
        <FavoriteButton game={game} />
      </div>
    </div>
  );
}

export function PeekFacts({ game }: { game: GameListItem }) {
  const { i18n } = useTranslation('marks');
  const year = yearOf(game.releaseDate);
  const facts = [
    game.platforms.join(', '),
    year > 0 && String(year),
    game.totalSize > 0 && formatSize(game.totalSize, i18n.language),
  ];
  return facts.filter(Boolean).join(' · ');
}
