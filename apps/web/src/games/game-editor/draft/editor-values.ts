// The values of the editor's fields, with functions to compare, validate and merge them.
import {
  type EditableField,
  editableFields,
  type GameChanges,
  gameEdit,
} from '@cellar/contract/games/game-edit.ts';
import type { Game } from '@cellar/contract/games/games.ts';

type Listed = 'genres' | 'modes' | 'gameplayImages' | 'videos';

/** The values in the fields. Text fields hold strings, even where the game has a number or null. */
export type EditorValues = Record<Exclude<EditableField, Listed | 'boxArtUrl'>, string> &
  Record<Listed, string[]> & { boxArtUrl: string | null };

const numberFields: ReadonlySet<EditableField> = new Set(['rating', 'ratingCount', 'maxPlayers']);

/** Errors by field name, or by field name and row (`videos.2`). */
export type FieldErrors = Record<string, string>;

export function valuesOf(game: Game): EditorValues {
  return {
    title: game.title,
    description: game.description,
    genres: game.genres,
    modes: game.modes,
    boxArtUrl: game.boxArtUrl,
    gameplayImages: game.gameplayImages,
    videos: game.videos,
    releaseDate: game.releaseDate ?? '',
    developer: game.developer ?? '',
    publisher: game.publisher ?? '',
    rating: game.rating === null ? '' : String(game.rating),
    ratingCount: game.ratingCount === null ? '' : String(game.ratingCount),
    ageRating: game.ageRating ?? '',
    franchise: game.franchise ?? '',
    collection: game.collection ?? '',
    maxPlayers: game.maxPlayers === null ? '' : String(game.maxPlayers),
  };
}

export function changedFields(values: EditorValues, base: EditorValues): EditableField[] {
  return editableFields.filter((field) => !isSame(values, base, field));
}

/** Returns the request body for these fields, or their errors. */
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

/** Returns the game with these fields changed, except invalid ones. */
export function previewOf(game: Game, values: EditorValues, fields: readonly EditableField[]): Game {
  const shown: Record<string, unknown> = { ...game };
  for (const field of fields) {
    const { success, data } = gameEdit.shape[field].safeParse(inputOf(values, field));
    if (success) shown[field] = data;
  }
  if (shown.boxArtUrl !== game.boxArtUrl) shown.boxArtThumbhash = null;
  return shown as Game;
}

/** Compares the changes that two admins have made since `base`. */
export function compareEdits(base: EditorValues, mine: EditorValues, theirs: EditorValues) {
  const changedByMe = changedFields(mine, base);
  const changedByThem = changedFields(theirs, base);
  return {
    /** Changed by both admins, to different values. */
    inBoth: changedByThem.filter((field) => changedByMe.includes(field) && !isSame(mine, theirs, field)),
    onlyTheirs: changedByThem.filter((field) => !changedByMe.includes(field)),
  };
}

/** Three-way merge: returns `theirs` with my changes since `base`, except those to `theirFields`. */
export function mergeEdits(
  base: EditorValues,
  mine: EditorValues,
  theirs: EditorValues,
  theirFields: readonly EditableField[] = [],
): EditorValues {
  const myFields = changedFields(mine, base).filter((field) => !theirFields.includes(field));
  return { ...theirs, ...Object.fromEntries(myFields.map((field) => [field, mine[field]])) };
}

function isSame(a: EditorValues, b: EditorValues, field: EditableField): boolean {
  // JSON turns NaN into null, so invalid numbers are compared as text.
  const textOf = (values: EditorValues) => JSON.stringify(inputOf(values, field), keepNaN(values, field));
  return textOf(a) === textOf(b);
}

function keepNaN(values: EditorValues, field: EditableField) {
  return (_: string, value: unknown) => (Number.isNaN(value) ? values[field] : value);
}

/** Returns a field's value in the contract's format, without empty rows. */
function inputOf(values: EditorValues, field: EditableField): unknown {
  const value = values[field];
  if (Array.isArray(value)) return value.map((item) => item.trim()).filter(Boolean);
  if (value === null) return null;
  const text = value.replace(/\r\n?/g, '\n').trim();
  if (field === 'title' || field === 'description') return text;
  if (numberFields.has(field)) return text ? Number(text.replace(',', '.')) : null;
  return text || null;
}

/** Returns the path of an error with the row number in the form, which includes empty rows. */
function pathOf([field, row]: PropertyKey[], values: EditorValues): string {
  if (typeof row !== 'number') return String(field);
  const filled = values[field as Listed].flatMap((item, index) => (item.trim() ? [index] : []));
  return `${String(field)}.${filled[row]}`;
}
