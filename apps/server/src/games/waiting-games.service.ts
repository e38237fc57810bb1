// Games that hold a contribution until an admin answers it. Everything that members ask about them is refused, because they are hidden.
import { foldText, titleKey } from '@cellar/contract/rules/sort.ts';
import type { Trx } from '#db/schema.ts';
import { waitingKey } from '#db/waiting-key.ts';
import { newId } from '#platform/tokens.ts';
import * as repository from './games.repository.ts';

export type WaitingGames = typeof waitingGames;

export const waitingGames = { ensure, show };

/** Returns the id of the owner's waiting game with this title, and adds the game if there is none. */
async function ensure(
  trx: Trx,
  { title, owner, now }: { title: string; owner: string; now: string },
): Promise<string> {
  const key = waitingKey(title, owner);
  await repository.insertGame(trx, {
    ...{ id: newId(), title, titleKey: key, titleFold: foldText(title), description: '', createdAt: now },
    ...{ boxArt: null, releaseDate: null, developer: null, publisher: null, modes: '[]' },
    ...{ isHidden: 1, isWaiting: 1 },
  });
  const game = await repository.findGameByTitleKey(trx, key);
  if (!game) throw new Error('the waiting game vanished while it was added');
  return game.id;
}

/** Makes it a game like any other, added now. @throws a unique violation if another game has its title */
async function show(trx: Trx, { id, title }: { id: string; title: string }, now: string): Promise<void> {
  const changes = { titleKey: titleKey(title), isHidden: 0, isWaiting: 0, createdAt: now };
  await repository.updateGame(trx, id, changes);
}
