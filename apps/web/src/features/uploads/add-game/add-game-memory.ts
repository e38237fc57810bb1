// What the add-game form remembers while its admin looks around: what is filled in, and which uploads it began. Lives
// beside the list of several files.
import { type AddGameDraft, emptyDraft } from './add-game-draft.ts';

export class AddGameMemory {
  draft: AddGameDraft = emptyDraft;
  readonly started = new Set<string>();

  forget(): void {
    this.draft = emptyDraft;
    this.started.clear();
  }
}
