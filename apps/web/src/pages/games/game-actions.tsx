// The member's marks of a game, and its menu.
import { Suspense, useState } from 'react';
import { GameMenu, type GameMenuProps } from '#games/game/game-menu.tsx';
import { MarkPanel } from '#games/game/marks/mark-panel.tsx';
import { lazyComponent } from '#lib/lazy-code.ts';
import { contributeToPath } from '#lib/paths.ts';
import { useSession } from '#people/auth/session-context.ts';

const AddDialog = lazyComponent(async () => (await import('#club/collections/add-dialog.tsx')).AddDialog);

export interface GameActionsProps {
  game: GameMenuProps['game'];
  /** Whether this is not the game's own page. */
  hasPage?: boolean;
}

export function GameActions({ game, hasPage = false }: GameActionsProps) {
  const session = useSession();
  const [isAdding, setAdding] = useState(false);
  const renderMenu = (onAddNote: GameMenuProps['onAddNote']) => (
    <GameMenu
      game={game}
      hasPage={hasPage}
      mayEdit={session?.isAdmin ?? false}
      contributePath={session?.isContributor ? contributeToPath(game._id) : undefined}
      onAddToCollection={session ? () => setAdding(true) : undefined}
      onAddNote={onAddNote}
    />
  );
  return (
    <>
      {session ? <MarkPanel game={game} renderMenu={renderMenu} /> : renderMenu(undefined)}
      {isAdding && (
        <Suspense>
          <AddDialog ids={[game._id]} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}
