// Gives a match's facts and pictures to a game, all of them in one transaction at the end, and never over what a person has
// set meanwhile. Used by the picker's confirmation and by the background job.
import type { EditableField, GameChanges } from '@cellar/contract/game-edit.ts';
import { isUniqueViolation } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { ArtworkService } from '#features/artwork/artwork.service.ts';
import type { FoundGame, GameEditingService } from '#features/games/game-editing.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { GameDetails } from '../providers/provider.ts';
import { type FieldValue, factsOf, fieldsToTake, mostScreenshots, type Wish } from './match-fields.ts';
import { fetchPictures } from './match-pictures.ts';

export type MatchApplying = ReturnType<typeof createMatchApplying>;

interface Deps {
  db: Db;
  artwork: ArtworkService;
  gameEditing: GameEditingService;
}

interface Application extends Wish {
  details: GameDetails;
  /** The game as it was when somebody chose. */
  before: FoundGame;
  /** With another one nothing is changed. */
  revision?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Within the transaction: remembers what became of it. What it throws undoes everything. */
  record(trx: Trx, applied: Applied): Promise<void>;
}

/** What each changed field was, and is. */
export type Brought = Partial<Record<EditableField, { before: FieldValue; after: FieldValue }>>;

export interface Applied {
  title: string;
  brought: Brought;
  /** What could not be had, ready to show. */
  notices: string[];
}

export function createMatchApplying({ db, artwork, gameEditing }: Deps) {
  /** Within the transaction. */
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
    return { title: after?.game.title ?? now.game.title, brought, notices: [] };
  }

  return {
    /** @throws AppError not_found, edit_conflict, title_taken; what `record` throws */
    async apply(application: Application): Promise<Applied> {
      const { details, before, signal } = application;
      const wanted = fieldsToTake(application, before, before);
      const pictures = await fetchPictures(artwork, {
        coverUrls: wanted.includes('boxArtUrl') ? details.coverUrls : [],
        screenshotUrls: wanted.includes('gameplayImages')
          ? details.screenshotUrls.slice(0, mostScreenshots)
          : [],
        signal,
      });
      const { notices, ...kept } = pictures;
      const offered: GameChanges = { ...factsOf(details), ...kept };
      const work = db.transaction().execute(async (trx) => {
        const applied = { ...(await change(trx, application, offered)), notices };
        await application.record(trx, applied);
        return applied;
      });
      return work.catch((error) => {
        // Another game took the title at the same moment.
        throw isUniqueViolation(error) ? titleTaken(details.title) : error;
      });
    },
  };
}

function changedMeanwhile(): AppError {
  return new AppError(
    'edit_conflict',
    'Somebody else has changed this game meanwhile. Nothing was saved: load the game again, and repeat your choice.',
  );
}

function titleTaken(title: string): AppError {
  return new AppError('title_taken', `Another game is called "${title}" already.`);
}
