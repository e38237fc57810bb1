// What a match brings to a game's fields, and which of them are taken: never one that a person has set, unless it is named.
// Pure; used by what applies and what offers a match.
import {
  type EditableField,
  editableFields,
  type GameChanges,
  gameEdit,
} from '@cellar/contract/game-edit.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { videoIdOf } from '@cellar/contract/rules/videos.ts';
import type { FoundGame } from '#features/games/game-editing.service.ts';
import type { GameDetails } from '../providers/provider.ts';

export type FieldValue = string | number | string[] | null;

const longestFact = 200;
const longestGenre = 100;
export const mostScreenshots = 10;

/** Without pictures, which have to be fetched first. Fields that it knows nothing of are absent. */
export function factsOf(details: GameDetails): GameChanges {
  const told: Partial<Record<EditableField, unknown>> = {
    title: details.title.slice(0, longestFact).toWellFormed(),
    description: details.summary.slice(0, limits.gameDescriptionMax).toWellFormed(),
    releaseDate: details.releaseDate,
    developer: cut(details.developer),
    publisher: cut(details.publisher),
    genres: details.genres.filter(({ length }) => length <= longestGenre).slice(0, limits.genresPerGame),
    rating: details.rating,
    ratingCount: details.ratingCount,
    ageRating: cut(details.ageRating),
    franchise: cut(details.franchise),
    collection: cut(details.collection),
    videos: details.videoUrls.filter((link) => videoIdOf(link)).slice(0, limits.videosPerGame),
  };
  // What a provider tells is as hostile as any input: what the contract does not take is left out.
  const taken = Object.entries(told).flatMap(([name, value]) => {
    const { success, data } = gameEdit.shape[name as EditableField].safeParse(value);
    return success && !isEmpty(data as FieldValue) ? [[name, data]] : [];
  });
  return Object.fromEntries(taken);
}

function cut(fact: string | null): string | null {
  return fact?.slice(0, longestFact).toWellFormed() ?? null;
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

/** `onlyEmpty`: nobody was asked, so nothing that is there is replaced. */
export type Wish = { fields?: readonly EditableField[] | undefined; onlyEmpty?: boolean };

/** Which fields may be taken: `before` is the game as it was when somebody chose, `now` as it is. */
export function fieldsToTake(
  { fields, onlyEmpty }: Wish,
  before: FoundGame,
  now: FoundGame,
): EditableField[] {
  const edited = editedFieldsOf(now);
  const isWanted = (name: EditableField) =>
    fields ? fields.includes(name) : name !== 'title' && !edited.has(name);
  return editableFields
    .filter(isWanted)
    .filter((name) => !onlyEmpty || isEmpty(now.values[name]))
    .filter((name) => isSameValue(before.values[name], now.values[name]));
}
