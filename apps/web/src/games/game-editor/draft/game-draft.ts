// The unsaved changes to one game: the game they are based on, the field values, the running save and conflicts with
// other admins. Independent of React; use-game-editor.ts connects it.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { EditableField } from '@cellar/contract/games/game-edit.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { errorText } from '#i18n/error-text.ts';
import { issueText } from '#i18n/issue-text.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { Listeners } from '#lib/listeners.ts';
import {
  changedFields,
  checkFields,
  compareEdits,
  type EditorValues,
  type FieldErrors,
  mergeEdits,
  valuesOf,
} from './editor-values.ts';

export interface DraftContent {
  /** The game as it was when the first change was made. */
  base: Game;
  values: EditorValues;
}

export interface Edit extends DraftContent {
  /** The fields whose values differ from `base`. */
  fields: readonly EditableField[];
}

export interface DraftState extends Edit {
  /** The newest known version of the game. */
  game: Game;
  isSaving: boolean;
  /** Whether another admin has saved fields since the unsaved changes began, so that the two have to be compared. */
  isBehind: boolean;
}

export interface SaveDeps {
  /** Rejects when the server refuses the edit. */
  send(edit: Edit): Promise<Game>;
  /** Returns whether the server refused an edit because it was based on an older revision. */
  isConflict(error: unknown): boolean;
  /** Returns the current game, or undefined if it cannot be loaded. */
  reload(): Promise<Game | undefined>;
}

/**
 * - `conflict`: another admin changed the game, and the user has to choose.
 * - `unchanged`: the server already has every value of the draft.
 * - `skipped`: there was nothing to save, or a save is still running.
 */
export type SaveResult =
  | { kind: 'saved'; game: Game }
  | { kind: 'failed'; error: unknown; edit: Edit }
  | { kind: 'conflict' | 'unchanged' | 'skipped' };

export class GameDraft {
  #game: Game;
  #content: DraftContent;
  #isSaving = false;
  #state: DraftState;
  #changes = new Listeners();

  constructor(game: Game, content: DraftContent = unchanged(game)) {
    this.#game = game;
    this.#content = movedTo(game, content);
    this.#state = this.#nextState();
  }

  get = (): DraftState => this.#state;

  /** Calls `listener` after every change. Returns a function that unsubscribes it. */
  subscribe = (listener: () => void): (() => void) => this.#changes.add(listener);

  /** Switches to a newer version of the game, and keeps unsaved changes. */
  follow(game: Game): void {
    if (game === this.#game) return;
    this.#game = game;
    this.#set(movedTo(game, this.#content));
  }

  change(update: (values: EditorValues) => EditorValues): void {
    this.#set({ base: this.#content.base, values: update(this.#content.values) });
  }

  discard(): void {
    this.#set(unchanged(this.#game));
  }

  /** Applies the unsaved changes to a version that another part of this page saved. */
  rebase(saved: Game): void {
    const { base, values, fields, isBehind } = this.#state;
    this.#game = saved;
    const isNextRevision = saved.revision === base.revision + 1;
    if (fields.length === 0) this.#set(unchanged(saved));
    // Changes by another admin in between still have to be compared.
    else if (isBehind && !isNextRevision) this.#set(this.#content);
    else this.#set({ base: saved, values: mergeEdits(valuesOf(base), values, valuesOf(saved)) });
  }

  /** Saves the draft, one save at a time. Saves again if a conflict can be merged automatically. */
  async save(deps: SaveDeps): Promise<SaveResult> {
    if (this.#isSaving || this.#state.fields.length === 0) return { kind: 'skipped' };
    this.#setSaving(true);
    try {
      return await this.#send(deps);
    } finally {
      this.#setSaving(false);
    }
  }

  /**
   * Merges the draft with another admin's version: takes their values for `theirFields`, and keeps all other unsaved
   * changes.
   */
  resolve(theirs: Game, theirFields: readonly EditableField[]): void {
    const { base, values } = this.#content;
    this.#game = theirs;
    this.#set({ base: theirs, values: mergeEdits(valuesOf(base), values, valuesOf(theirs), theirFields) });
  }

  async #send(deps: SaveDeps): Promise<SaveResult> {
    for (;;) {
      const { base, values, fields } = this.#state;
      const edit = { base, values, fields };
      if (fields.length === 0) return { kind: 'unchanged' };
      try {
        const game = await deps.send(edit);
        this.#keepNewerChanges(game, values);
        return { kind: 'saved', game };
      } catch (error) {
        if (!deps.isConflict(error)) return { kind: 'failed', error, edit };
        const theirs = await deps.reload();
        if (!theirs) return { kind: 'failed', error, edit };
        this.follow(theirs);
        if (this.#state.isBehind) return { kind: 'conflict' };
      }
    }
  }

  /** Drops the changes that were saved, and keeps those that were made during the save. */
  #keepNewerChanges(saved: Game, sent: EditorValues): void {
    this.#game = saved;
    this.#set({ base: saved, values: mergeEdits(sent, this.#content.values, valuesOf(saved)) });
  }

  #setSaving(isSaving: boolean): void {
    this.#isSaving = isSaving;
    this.#set(this.#content);
  }

  #set(content: DraftContent): void {
    this.#content = content;
    this.#state = this.#nextState();
    this.#changes.call();
  }

  #nextState(): DraftState {
    const { base, values } = this.#content;
    const fields = changedFields(values, valuesOf(base));
    return {
      game: this.#game,
      base,
      values,
      fields,
      isSaving: this.#isSaving,
      isBehind: fields.length > 0 && base.revision !== this.#game.revision,
    };
  }
}

/**
 * Bases the unsaved changes on a newer version of the game if nothing has to be compared, for example because the game
 * was only hidden. Otherwise the changes keep their base.
 */
function movedTo(game: Game, content: DraftContent): DraftContent {
  const [base, mine, theirs] = [valuesOf(content.base), content.values, valuesOf(game)];
  if (changedFields(mine, base).length === 0) return unchanged(game);
  const { inBoth, onlyTheirs } = compareEdits(base, mine, theirs);
  return inBoth.length + onlyTheirs.length > 0 ? content : { base: game, values: mine };
}

function unchanged(game: Game): DraftContent {
  return { base: game, values: valuesOf(game) };
}

// Sends an edit of a game, and turns a refusal into field errors.

/** Thrown instead of sending an edit that has these errors. */
class InvalidEdit extends Error {
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors) {
    super('The edit is not valid.');
    this.errors = errors;
  }
}

/**
 * Sends metadata to its own endpoint, as the specification requires. There, values from the form replace a match. Pictures and videos
 * alone do not: a game that gets a cover is still searched for.
 */
export async function sendEdit(client: ApiClient, { base, values, fields }: Edit): Promise<Game> {
  const checked = checkFields(values, fields);
  if ('errors' in checked) throw new InvalidEdit(translated(checked.errors));
  const params = { id: base._id };
  const body = { ...checked.changes, revision: base.revision };
  if (!isMetadata(fields)) return client.call(adminApi.editGame, { params, body });
  const { notices: _, ...game } = await client.call(adminApi.confirmRescrape, {
    params,
    body: { customMetadata: body },
  });
  return game;
}

const noMetadata: readonly EditableField[] = [
  'title',
  'description',
  'boxArtUrl',
  'gameplayImages',
  'videos',
];

/** Returns whether a fact has changed. */
export function isMetadata(fields: readonly EditableField[]): boolean {
  return fields.some((field) => !noMetadata.includes(field));
}

/** Returns undefined if the error is not about a field. */
export function fieldErrorsOf(error: unknown): FieldErrors | undefined {
  if (error instanceof InvalidEdit) return error.errors;
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'title_taken') return { title: errorText(error, '') };
  const issues = error.body?.issues ?? [];
  if (issues.length === 0) return undefined;
  const errors = issues.map(({ path, message }) => [path.replace(/^customMetadata\./, ''), message]);
  return translated(Object.fromEntries(errors));
}

function translated(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [path, issueText(message)]));
}
