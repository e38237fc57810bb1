// The values of the add-game form and the uploads started from it. Outlives a change of page.
import { type AddGameDraft, emptyDraft } from './add-game-draft.ts';

export class AddGameMemory {
  draft: AddGameDraft = emptyDraft;
  readonly started = new Set<string>();

  forget(): void {
    this.draft = emptyDraft;
    this.started.clear();
  }
}
