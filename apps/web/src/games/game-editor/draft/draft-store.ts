// Keeps unsaved changes when the game editor closes without asking.
import type { Game } from '@cellar/contract/games/games.ts';
import { createContext } from 'react';
import type { DraftContent, GameDraft } from './game-draft.ts';

export const DraftStoreContext = createContext<DraftStore | undefined>(undefined);

/** Holds the latest draft, for example after the session has expired, until the same admin reopens the game. */
export class DraftStore {
  #stored: { memberId: string; content: DraftContent } | undefined;

  find(game: Game, memberId: string): DraftContent | undefined {
    const { memberId: owner, content } = this.#stored ?? {};
    return owner === memberId && content?.base._id === game._id ? content : undefined;
  }

  store(draft: GameDraft, memberId: string): void {
    const { base, values, fields } = draft.get();
    this.#stored = fields.length > 0 ? { memberId, content: { base, values } } : undefined;
  }

  clear(): void {
    this.#stored = undefined;
  }
}
