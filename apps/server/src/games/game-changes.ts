// The rules of editing a game, without a database.
import type { EditableField, GameChanges } from '@cellar/contract/games/game-edit.ts';
import { artworkNameOf, artworkUrl } from '@cellar/contract/games/rules/artwork.ts';
import { foldText, titleKey } from '@cellar/contract/rules/sort.ts';
import type { Updateable } from 'kysely';
import type { GameRow } from './games.repository.ts';
import type { GamesTable } from './tables.ts';

export type EditableValues = { [Name in EditableField]: Exclude<GameChanges[Name], undefined> };

export function valuesOf(
  row: GameRow,
  genres: string[],
  media: { kind: 'image' | 'video'; value: string }[],
): EditableValues {
  const listOf = (wanted: 'image' | 'video') =>
    media.filter(({ kind }) => kind === wanted).map(({ value }) => value);
  return {
    title: row.title,
    description: row.description,
    releaseDate: row.releaseDate,
    developer: row.developer,
    publisher: row.publisher,
    rating: row.rating,
    ratingCount: row.ratingCount,
    ageRating: row.ageRating,
    franchise: row.franchise,
    collection: row.collection,
    modes: JSON.parse(row.modes),
    maxPlayers: row.maxPlayers,
    genres,
    boxArtUrl: row.boxArt && artworkUrl(row.boxArt),
    gameplayImages: listOf('image').map(artworkUrl),
    videos: listOf('video'),
  };
}

export function isChanged(name: EditableField, before: EditableValues, changes: GameChanges): boolean {
  const value = changes[name];
  if (value === undefined) return false;
  return JSON.stringify(comparable(value)) !== JSON.stringify(comparable(before[name]));
}

/** Compares numbers to two decimals, because a database may return fewer digits than were written. */
function comparable(value: EditableValues[EditableField]): EditableValues[EditableField] {
  return typeof value === 'number' ? Math.round(value * 100) : value;
}

/** Returns the changed columns of the games table. */
export function columnsOf(changes: GameChanges): Updateable<GamesTable> {
  const { title, boxArtUrl, modes, genres: _, gameplayImages: __, videos: ___, ...columns } = changes;
  return {
    ...columns,
    ...(title === undefined ? {} : { title, titleKey: titleKey(title), titleFold: foldText(title) }),
    ...(modes === undefined ? {} : { modes: JSON.stringify(modes) }),
    ...(boxArtUrl === undefined ? {} : { boxArt: boxArtUrl && artworkNameOf(boxArtUrl) }),
  };
}

/** Maps the name of each picture that is new to the game to the path of the field that contains it. */
export function newPictures(before: EditableValues, changes: GameChanges): Map<string, string> {
  const known = new Set([before.boxArtUrl, ...before.gameplayImages]);
  const assigned: [url: string | null | undefined, path: string][] = [
    ...(changes.gameplayImages ?? []).map((url, at): [string, string] => [url, `gameplayImages.${at}`]),
    [changes.boxArtUrl, 'boxArtUrl'],
  ];
  const fresh = new Map<string, string>();
  for (const [url, path] of assigned) if (url && !known.has(url)) fresh.set(artworkNameOf(url), path);
  return fresh;
}
