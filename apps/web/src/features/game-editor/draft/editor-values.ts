// A game as the fields of the editor hold it: what differs from the game as it was, whether that may be saved, and how two
// admins' edits come together. Pure; used by the editor.
import '@cellar/contract/without-eval.ts';
import {
  type EditableField,
  editableFields,
  type GameChanges,
  gameEdit,
} from '@cellar/contract/game-edit.ts';
import type { Game } from '@cellar/contract/games.ts';

type Listed = 'genres' | 'gameplayImages' | 'videos';

/** Text where the game has text, a number or null. */
export type EditorValues = Record<Exclude<EditableField, Listed | 'boxArtUrl'>, string> &
  Record<Listed, string[]> & { boxArtUrl: string | null };

/** By field, or by field and row (`videos.2`). */
export type FieldErrors = Record<string, string>;

export function valuesOf(game: Game): EditorValues {
  const { title, description, genres, boxArtUrl, gameplayImages, videos } = game;
  return {
    ...{ title, description, genres, boxArtUrl, gameplayImages, videos },
    releaseDate: game.releaseDate ?? '',
    developer: game.developer ?? '',
    publisher: game.publisher ?? '',
    rating: game.rating === null ? '' : String(game.rating),
    ratingCount: game.ratingCount === null ? '' : String(game.ratingCount),
    ageRating: game.ageRating ?? '',
    franchise: game.franchise ?? '',
    collection: game.collection ?? '',
  };
}

export function changedFields(values: EditorValues, base: EditorValues): EditableField[] {
  return editableFields.filter((field) => !isSame(values, base, field));
}

/** What is sent of these fields, or what is wrong with them. */
export function checkFields(
  values: EditorValues,
  fields: readonly EditableField[],
): { changes: GameChanges } | { errors: FieldErrors } {
  const input = Object.fromEntries(fields.map((field) => [field, inputOf(values, field)]));
  const { success, data, error } = gameEdit.safeParse(input);
  if (success) return { changes: data };
  const errors: FieldErrors = {};
  for (const { path, message } of error.issues) {
    const isNumber = Number.isNaN(input[String(path[0])]);
    errors[pathOf(path, values)] ??= isNumber ? 'must be a number' : message;
  }
  return { errors };
}

/** The game as it will be with these fields; one that can't be saved as it is stays as it was. */
export function previewOf(game: Game, values: EditorValues, fields: readonly EditableField[]): Game {
  const shown: Record<string, unknown> = { ...game };
  for (const field of fields) {
    const { success, data } = gameEdit.shape[field].safeParse(inputOf(values, field));
    if (success) shown[field] = data;
  }
  if (shown.boxArtUrl !== game.boxArtUrl) shown.boxArtThumbhash = null;
  return shown as Game;
}

/** What each of two admins has changed since `base`. */
export function compareEdits(base: EditorValues, mine: EditorValues, theirs: EditorValues) {
  const ours = changedFields(mine, base);
  const changedByThem = changedFields(theirs, base);
  return {
    /** By both, and not to the same. */
    clashes: changedByThem.filter((field) => ours.includes(field) && !isSame(mine, theirs, field)),
    onlyTheirs: changedByThem.filter((field) => !ours.includes(field)),
  };
}

/** Theirs with mine over it, where I have changed something and do not give it up. */
export function mergeEdits(
  base: EditorValues,
  mine: EditorValues,
  theirs: EditorValues,
  givenUp: readonly EditableField[] = [],
): EditorValues {
  const kept = changedFields(mine, base).filter((field) => !givenUp.includes(field));
  return { ...theirs, ...Object.fromEntries(kept.map((field) => [field, mine[field]])) };
}

function isSame(a: EditorValues, b: EditorValues, field: EditableField): boolean {
  // Not a number has no text of its own in JSON.
  const textOf = (values: EditorValues) => JSON.stringify(inputOf(values, field), keepNaN(values, field));
  return textOf(a) === textOf(b);
}

function keepNaN(values: EditorValues, field: EditableField) {
  return (_: string, value: unknown) => (Number.isNaN(value) ? values[field] : value);
}

/** As the contract takes it; an empty row is none. */
function inputOf(values: EditorValues, field: EditableField): unknown {
  const value = values[field];
  if (Array.isArray(value)) return value.map((item) => item.trim()).filter(Boolean);
  if (value === null) return null;
  const text = value.replace(/\r\n?/g, '\n').trim();
  if (field === 'title' || field === 'description') return text;
  if (field === 'rating' || field === 'ratingCount') return text ? Number(text.replace(',', '.')) : null;
  return text || null;
}

/** Of the row on the page: those before it that are empty count there. */
function pathOf([field, row]: PropertyKey[], values: EditorValues): string {
  if (typeof row !== 'number') return String(field);
  const filled = values[field as Listed].flatMap((item, index) => (item.trim() ? [index] : []));
  return `${String(field)}.${filled[row]}`;
}
