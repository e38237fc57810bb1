// Changes the facts of a game, for admins and for metadata matches.

import {
  type EditableField,
  editableFields,
  type GameChanges,
  type GameEdit,
} from '@cellar/contract/games/game-edit.ts';
import { artworkNameOf, artworkUrl } from '@cellar/contract/games/rules/artwork.ts';
import { foldText, titleKey } from '@cellar/contract/rules/sort.ts';
import type { Updateable } from 'kysely';
import type { AuditService } from '#admin/audit.service.ts';
import { isUniqueViolation } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { waitingKey } from '#db/waiting-key.ts';
import { AppError, notFound } from '#http/errors.ts';
import { newId } from '#platform/tokens.ts';
import type { ArtworkService } from './artwork/artwork.service.ts';
import type { GameRow } from './games.repository.ts';
import * as repository from './games.repository.ts';
import type { GamesTable } from './tables.ts';

interface Deps {
  db: Db;
  artwork: ArtworkService;
  audit: AuditService;
}

export interface FoundGame {
  game: GameRow;
  values: EditableValues;
}

export type GameEditingService = ReturnType<typeof createGameEditing>;

export function createGameEditing(deps: Deps) {
  const { db, audit } = deps;
  return {
    changeGame: (trx: Trx, game: GameRow, changes: GameChanges, mode: Omit<Edit, 'changes'>) =>
      changeGame(deps, trx, game, { changes, ...mode }),

    /** @throws AppError not_found, edit_conflict, title_taken, validation_failed */
    async editGame(id: string, { revision, ...changes }: GameEdit, admin: { email: string }): Promise<void> {
      const edit = db.transaction().execute(async (trx) => {
        const game = await repository.lockGame(trx, id);
        if (!game) throw notFound('Game');
        if (revision !== undefined && revision !== game.revision) throw editConflict();
        const changed = await changeGame(deps, trx, game, { changes, isByHand: true });
        if (changed.length === 0) return;
        const subject = changed.includes('title') ? `${game.title} → ${changes.title}` : game.title;
        const detail = changed.join(', ');
        await audit.write(trx, { action: 'game_edited', actor: admin.email, subject, detail });
      });
      await edit.catch((error) => {
        // Another game got this title at the same moment.
        throw changes.title !== undefined && isUniqueViolation(error) ? titleTaken(changes.title) : error;
      });
    },

    async findGame(id: string): Promise<FoundGame | undefined> {
      const game = await repository.findGame(db, id);
      return game && { game, values: await readValues(db, game) };
    },

    /** Locks the game until the transaction ends. */
    async lockGame(trx: Trx, id: string): Promise<FoundGame | undefined> {
      const game = await repository.lockGame(trx, id);
      return game && { game, values: await readValues(trx, game) };
    },
  };
}

interface Edit {
  changes: GameChanges;
  /** True marks the changed fields as set by a person. False removes that mark from every field in the changes. */
  isByHand: boolean;
  /** Fields to mark as set by a person in any case. */
  marked?: EditableField[];
}

/**
 * The transaction must have locked the game. Returns the names of the fields whose values change.
 * @throws AppError title_taken, validation_failed
 */
async function changeGame(
  { artwork }: Deps,
  trx: Trx,
  game: GameRow,
  { changes, isByHand, marked = [] }: Edit,
): Promise<EditableField[]> {
  const before = await readValues(trx, game);
  const changed = editableFields.filter((name) => isChanged(name, before, changes));
  const named = editableFields.filter((name) => changes[name] !== undefined);
  const editedFields = markEdited(
    { editedFields: markEdited(game, isByHand ? changed : named, isByHand) },
    marked,
    true,
  );
  if (changed.length === 0 && editedFields === game.editedFields) return [];
  const values: GameChanges = Object.fromEntries(changed.map((name) => [name, changes[name]]));
  const isWaiting = game.isWaiting === 1;
  if (values.title !== undefined && !isWaiting) await refuseTaken(trx, game.id, values.title);
  await attachPictures(artwork, trx, newPictures(before, values));
  await repository.updateGame(trx, game.id, {
    ...columnsOf(values),
    // A waiting game gets the key of its title when it is accepted.
    ...(isWaiting && { titleKey: game.titleKey }),
    editedFields,
    revision: game.revision + 1,
  });
  await writeLists(trx, game.id, values);
  return changed;
}

/**
 * Protects new pictures from the sweep. `pictures`: the path of the field by the picture's name.
 * @throws AppError validation_failed for a picture that does not exist
 */
async function attachPictures(
  artwork: ArtworkService,
  trx: Trx,
  pictures: Map<string, string>,
): Promise<void> {
  const missing = await artwork.attach(trx, [...pictures.keys()]);
  const issues = [...pictures]
    .filter(([name]) => missing.includes(name))
    .map(([, path]) => ({ path, message: 'is not a picture of this library (any more)' }));
  const [first] = issues;
  if (!first) return;
  throw new AppError('validation_failed', `${first.path}: ${first.message}`, { issues });
}

/** Returns the JSON of `editedFields`, unchanged if no mark changes. */
function markEdited(
  { editedFields }: Pick<GameRow, 'editedFields'>,
  fields: EditableField[],
  isByHand: boolean,
): string {
  const marked: string[] = JSON.parse(editedFields);
  if (!isByHand) return JSON.stringify(marked.filter((name) => !fields.includes(name as EditableField)));
  return JSON.stringify([...new Set([...marked, ...fields])]);
}

async function readValues(db: Db, game: GameRow): Promise<EditableValues> {
  const genres = await repository.listGenres(db, game.id);
  return valuesOf(game, genres, await repository.listMedia(db, game.id));
}

async function writeLists(
  trx: Trx,
  id: string,
  { genres, gameplayImages, videos }: GameChanges,
): Promise<void> {
  if (genres) await repository.replaceGenres(trx, id, genres);
  if (gameplayImages) await repository.replaceMedia(trx, id, 'image', gameplayImages.map(artworkNameOf));
  if (videos) await repository.replaceMedia(trx, id, 'video', videos);
}

async function refuseTaken(trx: Trx, id: string, title: string): Promise<void> {
  const other = await repository.findGameByTitleKey(trx, titleKey(title));
  if (other && other.id !== id) throw titleTaken(other.title);
}

function titleTaken(title: string): AppError {
  return new AppError('title_taken', `Another game is called "${title}" already.`);
}

function editConflict(): AppError {
  return new AppError(
    'edit_conflict',
    'Somebody else has changed this game meanwhile. Nothing was saved: load the game again, and repeat your changes.',
  );
}

// The rules of editing a game, without a database.

type EditableValues = { [Name in EditableField]: Exclude<GameChanges[Name], undefined> };

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

function isChanged(name: EditableField, before: EditableValues, changes: GameChanges): boolean {
  const value = changes[name];
  if (value === undefined) return false;
  return JSON.stringify(comparable(value)) !== JSON.stringify(comparable(before[name]));
}

/** Compares numbers to two decimals, because a database may return fewer digits than were written. */
function comparable(value: EditableValues[EditableField]): EditableValues[EditableField] {
  return typeof value === 'number' ? Math.round(value * 100) : value;
}

/** Returns the changed columns of the games table. */
function columnsOf(changes: GameChanges): Updateable<GamesTable> {
  const { title, boxArtUrl, modes, genres: _, gameplayImages: __, videos: ___, ...columns } = changes;
  return {
    ...columns,
    ...(title === undefined ? {} : { title, titleKey: titleKey(title), titleFold: foldText(title) }),
    ...(modes === undefined ? {} : { modes: JSON.stringify(modes) }),
    ...(boxArtUrl === undefined ? {} : { boxArt: boxArtUrl && artworkNameOf(boxArtUrl) }),
  };
}

/** Maps the name of each picture that is new to the game to the path of the field that contains it. */
function newPictures(before: EditableValues, changes: GameChanges): Map<string, string> {
  const known = new Set([before.boxArtUrl, ...before.gameplayImages]);
  const assigned: [url: string | null | undefined, path: string][] = [
    ...(changes.gameplayImages ?? []).map((url, at): [string, string] => [url, `gameplayImages.${at}`]),
    [changes.boxArtUrl, 'boxArtUrl'],
  ];
  const fresh = new Map<string, string>();
  for (const [url, path] of assigned) if (url && !known.has(url)) fresh.set(artworkNameOf(url), path);
  return fresh;
}

// Games that hold a contribution until an admin answers it. Everything that members ask about them is refused, because they are hidden.

export type WaitingGames = typeof waitingGames;

export const waitingGames = { ensure, show };

/** Returns the id of the owner's waiting game with this title, and adds the game if there is none. */
async function ensure(
  trx: Trx,
  { title, owner, now }: { title: string; owner: string; now: string },
): Promise<string> {
  const key = waitingKey(title, owner);
  await repository.insertGame(trx, {
    ...{ id: newId(), title, titleKey: key, titleFold: foldText(title), description: '', createdAt: now },
    ...{ boxArt: null, releaseDate: null, developer: null, publisher: null, modes: '[]' },
    ...{ isHidden: 1, isWaiting: 1 },
  });
  const game = await repository.findGameByTitleKey(trx, key);
  if (!game) throw new Error('the waiting game vanished while it was added');
  return game.id;
}

/** Makes it a game like any other, added now. @throws a unique violation if another game has its title */
async function show(trx: Trx, { id, title }: { id: string; title: string }, now: string): Promise<void> {
  const changes = { titleKey: titleKey(title), isHidden: 0, isWaiting: 0, createdAt: now };
  await repository.updateGame(trx, id, changes);
}
