// Converts a match's facts to the fields of a game, and decides which fields the match may change. It may change a field that a
// person has set only if that field is named explicitly.
import {
  type EditableField,
  editableFields,
  type GameChanges,
  gameEdit,
} from '@cellar/contract/games/game-edit.ts';
import { videoIdOf } from '@cellar/contract/games/rules/videos.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { FoundGame } from '#games/game-editing.service.ts';
import type { GameDetails } from '../providers/provider.ts';

export type FieldValue = string | number | string[] | null;

const maxFactLength = 200;
const maxGenreLength = 100;
export const maxScreenshots = 10;

/** Returns the fields except pictures, which must be fetched first. Omits unknown facts. */
export function gameFieldsOf(details: GameDetails): GameChanges {
  const facts: Partial<Record<EditableField, unknown>> = {
    title: details.title.slice(0, maxFactLength).toWellFormed(),
    description: details.summary.slice(0, limits.gameDescriptionMax).toWellFormed(),
    releaseDate: details.releaseDate,
    developer: cut(details.developer),
    publisher: cut(details.publisher),
    genres: details.genres.filter(({ length }) => length <= maxGenreLength).slice(0, limits.genresPerGame),
    rating: details.rating,
    ratingCount: details.ratingCount,
    ageRating: cut(details.ageRating),
    franchise: cut(details.franchise),
    collection: cut(details.collection),
    modes: details.modes,
    maxPlayers: maxPlayersOf(details),
    videos: details.videoUrls.filter((link) => videoIdOf(link)).slice(0, limits.videosPerGame),
  };
  // A provider's data is untrusted: omit values that the contract does not accept.
  const valid = Object.entries(facts).flatMap(([name, value]) => {
    const { success, data } = gameEdit.shape[name as EditableField].safeParse(value);
    return success && !isEmpty(data as FieldValue) ? [[name, data]] : [];
  });
  return Object.fromEntries(valid);
}

/** Providers count the players on all platforms. Where the game is only for one, another provider’s number does not apply. */
function maxPlayersOf({ modes, maxPlayers }: GameDetails): number | null {
  return modes.length === 1 && modes[0] === 'singlePlayer' ? 1 : maxPlayers;
}

function cut(fact: string | null): string | null {
  return fact?.slice(0, maxFactLength).toWellFormed() ?? null;
}

export function isEmpty(value: FieldValue | undefined): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

export function isSameValue(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  const comparable = (value: FieldValue | undefined) =>
    JSON.stringify(typeof value === 'number' ? Math.round(value * 100) : (value ?? null));
  return comparable(a) === comparable(b);
}

export function editedFieldsOf({ game }: FoundGame): Set<string> {
  return new Set(JSON.parse(game.editedFields));
}

export interface FieldSelection {
  /** The fields that an admin has chosen. If undefined, all except the title and the fields that a person has set. */
  fields?: readonly EditableField[] | undefined;
  /** For automatic matches: fill only empty fields. */
  onlyEmpty?: boolean;
}

/** Returns the fields that a match may change. `before`: the game when the match was chosen. `now`: the current game. */
export function fieldsToTake(
  { fields, onlyEmpty }: FieldSelection,
  before: FoundGame,
  now: FoundGame,
): EditableField[] {
  const edited = editedFieldsOf(now);
  const isSelected = (name: EditableField) =>
    fields ? fields.includes(name) : name !== 'title' && !edited.has(name);
  return editableFields
    .filter(isSelected)
    .filter((name) => !onlyEmpty || isEmpty(now.values[name]))
    .filter((name) => isSameValue(before.values[name], now.values[name]));
}
