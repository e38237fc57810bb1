// A game after a long press by touch: its facts, the download for the visitor's own system, and the member's marks.

import type { GameListItem } from '@cellar/contract/games/games.ts';
import { QuickDownload } from '#transfer/downloads/options/quick-download.tsx';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import layout from '#ui/layout.module.css';
import styles from './card-peek.module.css';
import { PeekFacts } from './card-peek.tsx';
import { GameActions } from './game-actions.tsx';

export function GameSheet({ game, onClose }: { game: GameListItem; onClose(): void }) {
  return (
    <Dialog heading={game.title} onClose={onClose}>
      <div className={styles.content}>
        <p className={layout.dim}>
          <PeekFacts game={game} />
        </p>
        <QuickDownload game={game} />
        <GameActions game={game} hasPage />
      </div>
    </Dialog>
  );
}
