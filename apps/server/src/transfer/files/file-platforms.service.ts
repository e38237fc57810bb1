// Gives the files of many games another platform, together with the extras for the same platform.
import type { SkipReason } from '@cellar/contract/games/bulk-changes.endpoints.ts';
import { lockRows } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { GameOutcome } from '#games/many-games.service.ts';
import { updatePlatforms } from './files.repository.ts';

export interface PlatformChange {
  from: string;
  to: string;
}

/** What got another platform. */
export interface PlatformUndo {
  fileId: string;
  extraIds: string[];
}

/** Only these files and extras of a game may change. Undefined: those with the platform `from`. */
type Wanted = ReadonlyMap<string, PlatformUndo> | undefined;

interface Known {
  files: Map<string, { id: string; platform: string }[]>;
  extras: Map<string, { id: string; kind: string; name: string; version: string; platform: string | null }[]>;
  uploading: Set<string>;
}

export type FilePlatforms = typeof filePlatforms;

/** Both take at most a few hundred games, and omit games that do not exist. `to` must be a known platform. */
export const filePlatforms = {
  change: (trx: Trx, ids: readonly string[], change: PlatformChange) => move(trx, ids, change, undefined),
  /** Reverts `change`. Leaves games whose file has another platform by now, or none. */
  revert: (trx: Trx, undos: ReadonlyMap<string, PlatformUndo>, { from, to }: PlatformChange) =>
    move(trx, [...undos.keys()], { from: to, to: from }, undos),
};

async function move(
  trx: Trx,
  ids: readonly string[],
  change: PlatformChange,
  wanted: Wanted,
): Promise<GameOutcome[]> {
  const query = trx.selectFrom('games').select(['id', 'title']).where('id', 'in', ids).orderBy('id');
  const games = await lockRows(trx, query).execute();
  const known = await read(trx, ids, change);
  const outcomes = games.map(({ id, title }): GameOutcome => {
    const decided = decide(id, known, change, wanted);
    if (decided === undefined) return { id, title };
    return typeof decided === 'string' ? { id, title, skipped: decided } : { id, title, undo: decided };
  });
  const moved = outcomes.flatMap(({ undo }) => (undo ? [undo as PlatformUndo] : []));
  const fileIds = moved.map(({ fileId }) => fileId);
  await updatePlatforms(trx, 'gameFiles', fileIds, change.to);
  await updatePlatforms(
    trx,
    'gameExtras',
    moved.flatMap(({ extraIds }) => extraIds),
    change.to,
  );
  return outcomes;
}

async function read(db: Db, ids: readonly string[], { from, to }: PlatformChange): Promise<Known> {
  const files = await db
    .selectFrom('gameFiles')
    .select(['id', 'gameId', 'platform'])
    .where('gameId', 'in', ids)
    .where('platform', 'in', [from, to])
    .execute();
  const extras = await db
    .selectFrom('gameExtras')
    .select(['id', 'gameId', 'kind', 'name', 'version', 'platform'])
    .where('gameId', 'in', ids)
    .where('platform', 'in', [from, to])
    .execute();
  const uploads = await db
    .selectFrom('uploads')
    .select('gameId')
    .where('gameId', 'in', ids)
    .where('platform', 'in', [from, to])
    .where('state', '=', 'open')
    .execute();
  return {
    files: Map.groupBy(files, ({ gameId }) => gameId),
    extras: Map.groupBy(extras, ({ gameId }) => gameId),
    uploading: new Set(uploads.flatMap(({ gameId }) => gameId ?? [])),
  };
}

/** Returns which file and extras of the game get the platform, undefined for none, or why they can't. */
function decide(
  gameId: string,
  { files, extras, uploading }: Known,
  { from, to }: PlatformChange,
  wanted: Wanted,
): PlatformUndo | SkipReason | undefined {
  const ofGame = files.get(gameId) ?? [];
  const file = ofGame.find(({ platform }) => platform === from);
  const limit = wanted?.get(gameId);
  if (limit && file?.id !== limit.fileId) return 'changed_since';
  if (!file) return undefined;
  if (ofGame.some(({ platform }) => platform === to)) return 'platform_taken';
  // Each chunk of an upload contains the platform's name.
  if (uploading.has(gameId)) return 'upload_open';
  const all = extras.get(gameId) ?? [];
  const moved = all.filter(({ id, platform }) => platform === from && (limit?.extraIds.includes(id) ?? true));
  const keyOf = ({ kind, name, version }: (typeof all)[number]) => JSON.stringify([kind, name, version]);
  const taken = new Set(all.filter(({ platform }) => platform === to).map(keyOf));
  if (moved.some((extra) => taken.has(keyOf(extra)))) return 'extra_taken';
  return { fileId: file.id, extraIds: moved.map(({ id }) => id) };
}
