// Own platforms: the list that admins edit, and the check of a platform when a file is added for it.

import type { AuditAction } from '@cellar/contract/admin/audit.endpoints.ts';
import type { OwnPlatform, PlatformContent } from '@cellar/contract/games/platforms.ts';
import { platformWords } from '@cellar/contract/games/rules/platform-guess.ts';
import { isStoredPlatform, unknownPlatform } from '@cellar/contract/games/rules/platforms.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { AuditService } from '#admin/audit.service.ts';
import { isUniqueViolation } from '#db/database.ts';
import type { Trx } from '#db/schema.ts';
import type { LibraryPlatforms } from '#folders/items/library-changes.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import type { FilesService } from '#transfer/files/files.service.ts';
import * as repository from './platforms.repository.ts';

interface Admin {
  email: string;
}

interface Deps extends Pick<Base, 'db' | 'longReads' | 'clock'> {
  files: FilesService;
  libraryPlatforms: LibraryPlatforms;
  audit: AuditService;
}

type Content = Omit<repository.PlatformRow, 'id' | 'position' | 'createdAt'>;

export type PlatformsService = ReturnType<typeof createPlatformsService>;

export function createPlatformsService(deps: Deps) {
  return {
    list: () => list(deps),
    add: (admin: Admin, content: PlatformContent) => add(deps, admin, content),
    addMissing: (contents: PlatformContent[]) => addMissing(deps, contents),
    change: (admin: Admin, id: string, content: PlatformContent) => change(deps, admin, id, content),
    remove: (admin: Admin, id: string) => remove(deps, admin, id),
    reorder: (admin: Admin, ids: string[]) => reorder(deps, admin, ids),
    refuseUnknown,
  };
}

async function list({ db, longReads }: Deps): Promise<OwnPlatform[]> {
  const rows = await repository.listPlatforms(db);
  const games = await repository.countGames(
    longReads,
    rows.map(({ name }) => name),
  );
  return rows.map((row) => present(row, games.get(row.name)));
}

/**
 * Call this in the transaction that records a file or upload for the platform, before it locks anything else: an own platform is
 * locked, so that it can't be renamed or deleted at the same time. @throws AppError validation_failed
 */
async function refuseUnknown(trx: Trx, platform: string): Promise<void> {
  if (isStoredPlatform(platform) || (await repository.lockPlatform(trx, platform))) return;
  const issues = [{ path: 'platform', message: unknownPlatform }];
  throw new AppError('validation_failed', `platform: ${unknownPlatform}`, { issues });
}

interface Edit<T> {
  value: T;
  /** Both are written to the audit log. */
  subject?: string;
  detail?: string | undefined;
}

/** Changes the platforms in a transaction that locks them. */
function edit<T>(
  { db, audit }: Deps,
  admin: Admin | undefined,
  action: AuditAction,
  work: (trx: Trx, platforms: repository.PlatformRow[]) => Promise<Edit<T>>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const { value, subject, detail } = await work(trx, await repository.lockPlatforms(trx));
    await audit.write(trx, { action, actor: admin?.email, subject, detail });
    return value;
  });
}

/** Adds a platform after the others. @throws AppError platform_taken, too_many_platforms */
function add(deps: Deps, admin: Admin | undefined, content: PlatformContent): Promise<OwnPlatform> {
  return edit(deps, admin, 'platform_added', async (trx, platforms) => {
    if (platforms.length >= limits.ownPlatforms) throw tooMany();
    refuseTaken(platforms, content);
    const position = (platforms.at(-1)?.position ?? 0) + 1;
    const row = { id: newId(), ...stored(content), position, createdAt: isoAt(deps.clock) };
    await repository.insertPlatform(trx, row).catch((error) => {
      // The first platform has none to lock, so another admin may have added it at the same time.
      throw isUniqueViolation(error) ? nameTaken(row.name, row.name) : error;
    });
    // Files may have the name of a platform that was in the database before.
    const games = await repository.countGames(trx, [row.name]);
    return { value: present(row, games.get(row.name)), subject: row.name };
  });
}

/** Adds the platforms of an export. Leaves out those that the library has, by name or alias, and those that are too many. */
async function addMissing(deps: Deps, contents: PlatformContent[]): Promise<void> {
  for (const content of contents) {
    await add(deps, undefined, content).catch((error) => {
      if (!(error instanceof AppError)) throw error;
    });
  }
}

/** A new name also applies to the platform's files and extras, and to library folders. @throws AppError not_found, platform_taken, platform_in_use */
function change(deps: Deps, admin: Admin, id: string, content: PlatformContent): Promise<OwnPlatform> {
  return edit(deps, admin, 'platform_changed', async (trx, platforms) => {
    const known = get(platforms, id);
    const others = platforms.filter((one) => one !== known);
    refuseTaken(others, content);
    const row = { ...known, ...stored(content) };
    if (row.name !== known.name) await rename(deps, trx, known.name, row.name);
    await repository.updatePlatform(trx, id, stored(content));
    const games = await repository.countGames(trx, [row.name]);
    const detail = row.name === known.name ? undefined : `before: ${known.name}`;
    return { value: present(row, games.get(row.name)), subject: row.name, detail };
  });
}

async function rename({ files, libraryPlatforms }: Deps, trx: Trx, from: string, to: string): Promise<void> {
  // Each chunk of an upload contains the platform's name.
  await refuseWhileUploading(trx, from);
  const existing = await repository.countGames(trx, [to]);
  if (existing.size > 0) throw taken('name', `The library already has files for the platform "${to}".`);
  await files.renamePlatform(trx, from, to);
  await libraryPlatforms.rename(trx, from, to);
}

/** @throws AppError not_found, platform_in_use */
function remove(deps: Deps, admin: Admin, id: string): Promise<void> {
  return edit(deps, admin, 'platform_deleted', async (trx, platforms) => {
    const { name } = get(platforms, id);
    await refuseWhileUploading(trx, name);
    await refuseUsed(deps, trx, name);
    await deps.libraryPlatforms.forget(trx, name);
    await repository.deletePlatform(trx, id);
    return { value: undefined, subject: name };
  });
}

/** @throws AppError platform_in_use */
async function refuseUsed({ libraryPlatforms }: Deps, trx: Trx, name: string): Promise<void> {
  const games = (await repository.countGames(trx, [name])).get(name) ?? 0;
  const extras = await repository.countExtras(trx, name);
  const folders = await libraryPlatforms.countFolders(trx, name);
  const uses = [
    ...(games > 0 ? [games === 1 ? '1 game has a file' : `${games} games have files`] : []),
    ...(extras > 0 ? [extras === 1 ? '1 extra is' : `${extras} extras are`] : []),
    ...(folders > 0 ? [folders === 1 ? '1 library folder is' : `${folders} library folders are`] : []),
  ];
  if (uses.length === 0) return;
  const advice = folders > 0 ? 'Change these first' : 'Delete these files first';
  throw inUse(`${uses.join(' and ')} for the platform "${name}". ${advice}, or rename the platform.`);
}

/** Platforms that are not in `ids` come last. @throws AppError not_found */
async function reorder(deps: Deps, admin: Admin, ids: string[]): Promise<OwnPlatform[]> {
  await edit(deps, admin, 'platforms_reordered', async (trx, platforms) => {
    const first = ids.map((id) => get(platforms, id));
    const rest = platforms.filter((one) => !first.includes(one));
    for (const [index, { id, position }] of [...first, ...rest].entries()) {
      if (position !== index + 1) await repository.updatePlatform(trx, id, { position: index + 1 });
    }
    return { value: undefined };
  });
  return list(deps);
}

/** @throws AppError platform_taken */
function refuseTaken(others: repository.PlatformRow[], { name, aliases }: PlatformContent): void {
  const key = titleKey(name);
  for (const other of others) {
    const otherAliases = aliasesOf(other).map(wordsKey);
    if (other.nameKey === key || otherAliases.includes(wordsKey(name))) throw nameTaken(name, other.name);
    const known = new Set([wordsKey(other.name), ...otherAliases]);
    const alias = aliases.find((one) => known.has(wordsKey(one)));
    if (alias)
      throw taken('aliases', `The platform "${other.name}" already has the name or alias "${alias}".`);
  }
}

function wordsKey(text: string): string {
  return platformWords(text).join(' ');
}

/** @throws AppError platform_in_use */
async function refuseWhileUploading(trx: Trx, name: string): Promise<void> {
  const count = await repository.countUnfinishedUploads(trx, name);
  if (count === 0) return;
  const uploads = count === 1 ? 'An unfinished upload is' : `${count} unfinished uploads are`;
  throw inUse(`${uploads} for the platform "${name}". Finish or discard these uploads first.`);
}

function get(platforms: repository.PlatformRow[], id: string): repository.PlatformRow {
  const platform = platforms.find((one) => one.id === id);
  if (!platform) throw notFound('Platform');
  return platform;
}

function nameTaken(name: string, by: string): AppError {
  return taken('name', `The platform "${by}" already has the name or alias "${name}".`);
}

function taken(path: 'name' | 'aliases', message: string): AppError {
  return new AppError('platform_taken', message, { issues: [{ path, message }] });
}

function inUse(message: string): AppError {
  return new AppError('platform_in_use', message);
}

function tooMany(): AppError {
  return new AppError(
    'too_many_platforms',
    `There can be ${limits.ownPlatforms} platforms at most. Delete one first.`,
  );
}

function stored({ name, aliases, icon }: PlatformContent): Content {
  return { name, nameKey: titleKey(name), aliases: JSON.stringify(aliases), icon };
}

function aliasesOf({ aliases }: repository.PlatformRow): string[] {
  return JSON.parse(aliases);
}

function present(row: repository.PlatformRow, games = 0): OwnPlatform {
  return { _id: row.id, name: row.name, aliases: aliasesOf(row), icon: row.icon, games };
}
