// Updates and extras of games: listing, adding, editing and deleting them. transfer/uploads receives their files, and
// transfer/downloads sends them.

import { safeFileName } from '@cellar/contract/rules/file-names.ts';
import type { ExtraEdit } from '@cellar/contract/transfer/extra-edit.ts';
import type { Extra, ExtraFacts } from '@cellar/contract/transfer/extras.ts';
import { compareExtras, extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import type { AuditService } from '#admin/audit.service.ts';
import { isUniqueViolation } from '#db/database.ts';
import type { Trx } from '#db/schema.ts';
import type { PlatformsService } from '#games/platforms/platforms.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import type { DownloadReferences } from '../downloads/download-references.service.ts';
import type { ExtraRow, ExtraWithItem } from './extras.repository.ts';
import * as repository from './extras.repository.ts';
import type { FilesService } from './files.service.ts';
import { stateOf } from './select-with-item.ts';

export interface NewExtra {
  gameId: string;
  facts: ExtraFacts;
  /** The name of the uploaded file. Null if the client did not send it. */
  fileName: string | null;
  extension: string;
  fileSize: number;
  storageKey: string;
}

/** An update or extra that a scan has found in a library folder. */
export interface NewFoundExtra extends NewExtra {
  sha256?: string | null;
  /** As of `NewFile`. */
  libraryItemId?: string;
  contentTag?: string;
}

interface Deps extends Pick<Base, 'db' | 'longReads' | 'clock'> {
  files: FilesService;
  platforms: PlatformsService;
  downloadReferences: DownloadReferences;
  audit: AuditService;
}

export type ExtrasService = ReturnType<typeof createExtrasService>;

export function createExtrasService(deps: Deps) {
  const { db, clock } = deps;
  return {
    /** By kind, the newest version first. */
    listExtras: async (gameId: string): Promise<Extra[]> =>
      (await repository.listExtras(db, gameId)).map(present).sort(compareExtras),
    /** The rows of at most a few hundred games, each game's by kind, the newest version first. */
    listExtrasOfGames: async (gameIds: readonly string[]) =>
      (await repository.listExtrasOfGames(deps.longReads, gameIds))
        .map((row) => ({ ...row, _id: row.id, ...stateOf(row) }))
        .sort(compareExtras),
    findExtra: (gameId: string, id: string) => repository.findExtra(db, gameId, id),

    /** @throws AppError extra_exists */
    async refuseExisting(gameId: string, facts: ExtraFacts): Promise<void> {
      if (await repository.hasExtra(db, { gameId, ...facts })) throw extraExists(facts);
    },

    /** The refusal of an extra that the game has already. */
    existsError: extraExists,

    /** Adds the row of a stored file. @throws a unique violation if the game has this extra */
    async addExtra(trx: Trx, extra: NewExtra, actor: string | undefined): Promise<void> {
      const { facts, fileName, ...file } = extra;
      const row = { id: newId(), ...file, ...facts, fileName: fileNameOf(extra) };
      await repository.insertExtra(trx, { ...row, sha256: null, createdAt: isoAt(clock) });
      const subject = await subjectOf(trx, row);
      await deps.audit.write(trx, { action: 'extra_added', actor, subject });
    },

    addFound: (trx: Trx, extra: NewFoundExtra) => addFound(deps, trx, extra),
    editExtra: (gameId: string, id: string, edit: ExtraEdit, admin: { email: string }) =>
      editExtra(deps, { gameId, id }, edit, admin),
    removeExtra: (trx: Trx, gameId: string, id: string) => removeExtra(deps, trx, { gameId, id }),
    deleteExtra: (gameId: string, id: string, admin: { email: string }) =>
      deleteExtra(deps, { gameId, id }, admin),
  };
}

/** If the game has such an extra, the new one gets the name of its file. @throws a unique violation if the game has that one too */
async function addFound({ clock }: Deps, trx: Trx, extra: NewFoundExtra): Promise<void> {
  const { facts, fileName: _, ...file } = extra;
  const isTaken = await repository.hasExtra(trx, { gameId: extra.gameId, ...facts });
  const fileName = fileNameOf(extra);
  const name = isTaken ? fileName.slice(0, 200) : facts.name;
  const row = { sha256: null, ...file, ...facts, name, fileName };
  await repository.insertExtra(trx, { id: newId(), ...row, createdAt: isoAt(clock) });
}

interface Address {
  gameId: string;
  id: string;
}

/** @throws AppError not_found, extra_exists, validation_failed for an unknown platform */
async function editExtra(
  { db, audit, platforms }: Deps,
  { gameId, id }: Address,
  edit: ExtraEdit,
  admin: { email: string },
): Promise<Extra> {
  const [known] = await repository.listExtras(db, gameId, id);
  if (!known) throw notFound('Extra');
  // Only what differs, so that an unchanged form writes nothing.
  const changes: ExtraEdit = Object.fromEntries(
    Object.entries(edit).filter(
      ([name, value]) => value !== undefined && value !== known[name as keyof ExtraRow],
    ),
  );
  if (Object.keys(changes).length === 0) return present(known);
  try {
    return await db.transaction().execute(async (trx) => {
      if (changes.platform) await platforms.refuseUnknown(trx, changes.platform);
      const row = await repository.updateExtra(trx, gameId, id, changes);
      if (!row) throw notFound('Extra');
      const subject = await subjectOf(trx, row);
      const detail = Object.keys(changes).join(', ');
      await audit.write(trx, { action: 'extra_edited', actor: admin.email, subject, detail });
      return present({ ...known, ...row });
    });
  } catch (error) {
    throw isUniqueViolation(error) ? extraExists({ ...known, ...edit }) : error;
  }
}

/** Deletes an extra, and returns it. Call `files.removeNow` after the commit. @throws AppError not_found */
async function removeExtra({ files }: Deps, trx: Trx, { gameId, id }: Address): Promise<ExtraRow> {
  await files.prepareDeletion(trx, 'extraId', [id]);
  const extra = await repository.deleteExtra(trx, gameId, id);
  if (!extra) throw notFound('Extra');
  await files.forgetFiles(trx, [extra]);
  return extra;
}

/** @throws AppError not_found */
async function deleteExtra(deps: Deps, { gameId, id }: Address, admin: { email: string }): Promise<void> {
  const { db, files, downloadReferences, audit } = deps;
  if (!(await repository.findExtra(db, gameId, id))) throw notFound('Extra');
  await downloadReferences.release('extraId', id);
  const { storageKey } = await db.transaction().execute(async (trx) => {
    const extra = await removeExtra(deps, trx, { gameId, id });
    const subject = await subjectOf(trx, extra);
    await audit.write(trx, { action: 'extra_deleted', actor: admin.email, subject });
    return extra;
  });
  await files.removeNow([storageKey]);
}

/** The name of the uploaded file, safe on every system and with the extension that was checked. */
function fileNameOf({ fileName, facts, extension }: NewExtra): string {
  const safe = safeFileName(fileName ?? '') || safeFileName(extraLabel(facts)) || 'extra';
  return safe.toLowerCase().endsWith(extension) ? safe : `${safe}${extension}`;
}

async function subjectOf(trx: Trx, extra: ExtraRow | (ExtraFacts & { gameId: string })): Promise<string> {
  return `${await repository.findGameTitle(trx, extra.gameId)}: ${extraLabel(extra)}`;
}

function extraExists(facts: Pick<ExtraFacts, 'name' | 'version'>): AppError {
  return new AppError('extra_exists', `The game already has "${extraLabel(facts)}" for this platform`);
}

function present(row: ExtraWithItem): Extra {
  const { id, kind, name, version, platform, note, fileName, fileSize, sha256, createdAt } = row;
  const file = { fileName, fileSize, sha256, createdAt, ...stateOf(row) };
  return { _id: id, kind, name, version, platform, note, ...file };
}
