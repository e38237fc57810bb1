// Applies a match's facts and pictures to a game: fetches everything first, then writes it in one transaction. Never overwrites a
// field that a person has set in the meantime.
import type { ErrorCode } from '@cellar/contract/errors.ts';
import {
  type EditableField,
  editableFields,
  type GameChanges,
  gameEdit,
} from '@cellar/contract/games/game-edit.ts';
import { videoIdOf } from '@cellar/contract/games/rules/videos.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import pLimit from 'p-limit';
import { isUniqueViolation } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { ArtworkService } from '#games/artwork/artwork.service.ts';
import type { FoundGame, GameEditingService } from '#games/game-editing.service.ts';
import type { SpellingRules } from '#games/spellings/spellings.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import { FetchFailure } from '#platform/fetch-failure.ts';
import type { GameDetails } from '../providers/provider.ts';

export type MatchApplying = ReturnType<typeof createMatchApplying>;

interface Deps {
  db: Db;
  artwork: ArtworkService;
  gameEditing: GameEditingService;
  spellingRules: SpellingRules;
}

interface Application extends FieldSelection {
  details: GameDetails;
  /** The game when the match was chosen. */
  before: FoundGame;
  /** The edit is refused if the game now has another revision. */
  revision?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Records the match in the same transaction. If this throws, nothing is changed. */
  record(trx: Trx, applied: Applied): Promise<void>;
}

/** The old and new value of each changed field. */
export type AppliedChanges = Partial<Record<EditableField, { before: FieldValue; after: FieldValue }>>;

export interface Applied {
  title: string;
  brought: AppliedChanges;
  /** The fields that no longer count as set by a person. */
  unmarked: EditableField[];
  /** Sentences for the admin about pictures that could not be fetched. */
  notices: string[];
}

export function createMatchApplying({ db, artwork, gameEditing, spellingRules }: Deps) {
  async function change(trx: Trx, application: Application, offered: GameChanges): Promise<Applied> {
    const { before, revision } = application;
    const now = await gameEditing.lockGame(trx, before.game.id);
    if (!now) throw notFound('Game');
    if (revision !== undefined && revision !== now.game.revision) throw changedMeanwhile();
    const taken = fieldsToTake(application, before, now).filter((name) => offered[name] !== undefined);
    const changes = Object.fromEntries(taken.map((name) => [name, offered[name]]));
    const changed = await gameEditing.changeGame(trx, now.game, changes, { isByHand: false });
    const after = await gameEditing.lockGame(trx, before.game.id);
    const brought = Object.fromEntries(
      changed.map((name) => [name, { before: now.values[name], after: after?.values[name] ?? null }]),
    );
    const edited = after && editedFieldsOf(after);
    const unmarked = taken.filter((name) => editedFieldsOf(now).has(name) && !edited?.has(name));
    return { title: after?.game.title ?? now.game.title, brought, unmarked, notices: [] };
  }

  return {
    /** @throws AppError not_found, edit_conflict, title_taken, and the errors of `record` */
    async apply(application: Application): Promise<Applied> {
      const { details, before, signal } = application;
      const wanted = fieldsToTake(application, before, before);
      const pictures = await fetchPictures(artwork, {
        coverUrls: wanted.includes('boxArtUrl') ? details.coverUrls : [],
        screenshotUrls: wanted.includes('gameplayImages')
          ? details.screenshotUrls.slice(0, maxScreenshots)
          : [],
        signal,
      });
      const { notices, ...kept } = pictures;
      const offered: GameChanges = {
        ...gameFieldsOf(await spellingRules.respell(details)),
        ...kept,
      };
      const work = db.transaction().execute(async (trx) => {
        const applied = { ...(await change(trx, application, offered)), notices };
        await application.record(trx, applied);
        return applied;
      });
      return work.catch((error) => {
        // Another game got this title at the same time.
        throw isUniqueViolation(error) ? titleTaken(details.title) : error;
      });
    },
  };
}

function changedMeanwhile(): AppError {
  return new AppError(
    'edit_conflict',
    'Someone else has changed this game in the meantime. Nothing was saved. Load the game again and repeat your choice.',
  );
}

function titleTaken(title: string): AppError {
  return new AppError('title_taken', `Another game is called "${title}" already.`);
}

interface PictureUrls {
  /** The first one that can be fetched becomes the cover. */
  coverUrls: string[];
  screenshotUrls: string[];
  signal?: AbortSignal | undefined;
}

interface Fetched {
  boxArtUrl?: string;
  gameplayImages?: string[];
  /** Sentences about pictures that could not be fetched. */
  notices: string[];
}

const maxCovers = 4;
const maxFetching = 3;
/** The limit for all pictures together: an admin waits for them, and the page's request ends after a minute. */
const totalMs = 40_000;
const pictureErrors: ErrorCode[] = ['not_an_image', 'image_too_large', 'image_damaged'];

/** Fetches a match's pictures and stores them. A picture that can't be fetched does not stop the others. */
async function fetchPictures(artwork: ArtworkService, urls: PictureUrls): Promise<Fetched> {
  const { coverUrls, screenshotUrls, signal } = urls;
  const fetching = pLimit(maxFetching);
  const timeout = AbortSignal.timeout(totalMs);
  const fetchOne = (url: string) => fetching(() => tryFetch(artwork, url, { timeout, signal }));
  const [cover, shots] = await Promise.all([
    firstOf(coverUrls.slice(0, maxCovers), fetchOne),
    Promise.all(screenshotUrls.map(fetchOne)),
  ]);
  const stored = [...new Set(shots.flatMap(({ url }) => url ?? []))];
  const lost = shots.filter(({ url }) => !url);
  return {
    ...(cover?.url ? { boxArtUrl: cover.url } : {}),
    ...(stored.length > 0 ? { gameplayImages: stored } : {}),
    notices: [
      ...(cover && !cover.url ? [`The cover could not be fetched: ${cover.reason}`] : []),
      ...(lost[0]
        ? [`${lost.length} of ${shots.length} screenshots could not be fetched: ${lost[0].reason}`]
        : []),
    ],
  };
}

interface Attempt {
  url?: string;
  /** Why the picture could not be fetched. */
  reason?: string;
}

/** Returns the first success, or else the last failure. Returns undefined without URLs. */
async function firstOf(
  urls: string[],
  fetchOne: (url: string) => Promise<Attempt>,
): Promise<Attempt | undefined> {
  let last: Attempt | undefined;
  for (const url of urls) {
    last = await fetchOne(url);
    if (last.url) break;
  }
  return last;
}

interface Limits {
  timeout: AbortSignal;
  /** The caller's signal. Aborting it aborts all fetches. */
  signal: AbortSignal | undefined;
}

async function tryFetch(artwork: ArtworkService, url: string, limits: Limits): Promise<Attempt> {
  const { timeout, signal } = limits;
  const tooLong = { reason: 'Fetching the pictures takes too long.' };
  if (timeout.aborted) return tooLong;
  try {
    const either = AbortSignal.any(signal ? [timeout, signal] : [timeout]);
    const { url: storedUrl } = await artwork.fetchPicture(url, either);
    return { url: storedUrl };
  } catch (error) {
    if (timeout.aborted && !signal?.aborted) return tooLong;
    if (error instanceof FetchFailure) return { reason: `${error.message}.` };
    if (error instanceof AppError && pictureErrors.includes(error.code)) return { reason: error.message };
    throw error;
  }
}

// Converts a match's facts to the fields of a game, and decides which fields the match may change. It may change a field that a
// person has set only if that field is named explicitly.

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

function isEmpty(value: FieldValue | undefined): boolean {
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

interface FieldSelection {
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
