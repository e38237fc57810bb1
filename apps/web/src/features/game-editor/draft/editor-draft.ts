// What is in the editor's fields and not saved yet, with the game as it was when the changes began. Saves it, keeps what is
// typed meanwhile, and brings it together with what others save. Framework-free; use-game-editor.ts binds it to React.
import type { EditableField } from '@cellar/contract/game-edit.ts';
import type { Game } from '@cellar/contract/games.ts';
import { Listeners } from '#lib/listeners.ts';
import { changedFields, compareEdits, type EditorValues, mergeEdits, valuesOf } from './editor-values.ts';

export interface Kept {
  base: Game;
  values: EditorValues;
}

export interface Edit extends Kept {
  fields: readonly EditableField[];
}

export interface DraftState extends Edit {
  /** As the server has it, as far as is known. */
  game: Game;
  isSaving: boolean;
  /** There are changes, and somebody else has saved the game since they began. */
  isBehind: boolean;
}

export interface DraftDeps {
  /** Throws what was refused. */
  send(edit: Edit): Promise<Game>;
  /** Whether a refusal says that the game is not as it was when the edit began. */
  isConflict(error: unknown): boolean;
  /** The game as it is by now; undefined where it can't be had. */
  askAgain(): Promise<Game | undefined>;
}

/** `clash`: somebody has to choose. `known`: the game already is as the edit wants it. */
export type Outcome =
  | { kind: 'saved'; game: Game; edit: Edit }
  | { kind: 'failed'; error: unknown; edit: Edit }
  | { kind: 'clash' | 'known' | 'nothing' };

export class EditorDraft {
  #game: Game;
  #kept: Kept;
  #isSaving = false;
  #state: DraftState;
  #changes = new Listeners();

  constructor(game: Game, found: Kept = untouched(game)) {
    this.#game = game;
    this.#kept = found;
    this.#state = this.#nextState();
  }

  get = (): DraftState => this.#state;

  /** Called after every change. Returns what ends it. */
  subscribe = (listener: () => void): (() => void) => this.#changes.add(listener);

  /** The game as it is by now: where nothing is changed, the fields follow it. */
  follow(game: Game): void {
    if (game === this.#game) return;
    this.#game = game;
    this.#set(this.#state.fields.length > 0 ? this.#kept : untouched(game));
  }

  change(update: (values: EditorValues) => EditorValues): void {
    this.#set({ base: this.#kept.base, values: update(this.#kept.values) });
  }

  discard(): void {
    this.#set(untouched(this.#game));
  }

  /** Something else on this page has saved the game; what is typed and not saved stays, over it. */
  rebase(saved: Game): void {
    const { base, values, fields, isBehind } = this.#state;
    this.#game = saved;
    // What others saved before is still to be looked at.
    const isNext = saved.revision === base.revision + 1;
    if (fields.length === 0) this.#set(untouched(saved));
    else if (isBehind && !isNext) this.#set(this.#kept);
    else this.#set({ base: saved, values: mergeEdits(valuesOf(base), values, valuesOf(saved)) });
  }

  /** One at a time. An edit that nobody else's touches goes over theirs without a question. */
  async save(deps: DraftDeps): Promise<Outcome> {
    if (this.#isSaving || this.#state.fields.length === 0) return { kind: 'nothing' };
    this.#setSaving(true);
    try {
      return await this.#attempt(deps);
    } finally {
      this.#setSaving(false);
    }
  }

  /** Takes theirs for these fields and keeps mine for the rest. What is then left to save is a change. */
  resolve(theirs: Game, givenUp: readonly EditableField[]): void {
    const { base, values } = this.#kept;
    this.#game = theirs;
    this.#set({ base: theirs, values: mergeEdits(valuesOf(base), values, valuesOf(theirs), givenUp) });
  }

  /** Whether somebody has to choose before the changes can go over `theirs`. */
  hasClash(theirs: Game): boolean {
    const { base, values } = this.#kept;
    const { clashes, onlyTheirs } = compareEdits(valuesOf(base), values, valuesOf(theirs));
    return clashes.length + onlyTheirs.length > 0;
  }

  async #attempt(deps: DraftDeps): Promise<Outcome> {
    for (;;) {
      const { base, values, fields } = this.#state;
      const edit = { base, values, fields };
      if (fields.length === 0) return { kind: 'known' };
      try {
        const game = await deps.send(edit);
        this.#settle(game, values);
        return { kind: 'saved', game, edit };
      } catch (error) {
        if (!deps.isConflict(error)) return { kind: 'failed', error, edit };
        const theirs = await deps.askAgain();
        if (!theirs) return { kind: 'failed', error, edit };
        this.follow(theirs);
        if (this.hasClash(theirs)) return { kind: 'clash' };
        this.resolve(theirs, []);
      }
    }
  }

  /** `sent` is saved; what was typed meanwhile stays a change. */
  #settle(saved: Game, sent: EditorValues): void {
    this.#game = saved;
    this.#set({ base: saved, values: mergeEdits(sent, this.#kept.values, valuesOf(saved)) });
  }

  #setSaving(isSaving: boolean): void {
    this.#isSaving = isSaving;
    this.#set(this.#kept);
  }

  #set(kept: Kept): void {
    this.#kept = kept;
    this.#state = this.#nextState();
    this.#changes.call();
  }

  #nextState(): DraftState {
    const { base, values } = this.#kept;
    const fields = changedFields(values, valuesOf(base));
    const isBehind = fields.length > 0 && base.revision !== this.#game.revision;
    return { game: this.#game, base, values, fields, isSaving: this.#isSaving, isBehind };
  }
}

function untouched(game: Game): Kept {
  return { base: game, values: valuesOf(game) };
}
