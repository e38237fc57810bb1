// A library folder with 100,000 items, most of which wait for review, and a game with as many extras as a large one has. They are
// inserted directly, because a scan of as many files takes minutes.
import type { Services } from '../../apps/server/src/start/services.ts';
import type { Call } from './every-member-call.ts';

type Db = Services['database']['db'];

const libraryFolderId = 'bench-library-folder';
const items = 100_000;
/** Of a thousand: added, skipped and missing items. */
const [added, skipped, missing] = [100, 50, 20];
const extras = 200;
const rowsAtOnce = 500;

export async function insertLibraryItems(db: Db, gameId: string): Promise<void> {
  await insertFolder(db);
  await db.transaction().execute(async (trx) => {
    for (let first = 0; first < items; first += rowsAtOnce) {
      const rows = Array.from({ length: rowsAtOnce }, (_, index) => itemRow(first + index));
      await trx.insertInto('libraryItems').values(rows).execute();
    }
    const rows = Array.from({ length: extras }, (_, index) => extraRow(gameId, index));
    await trx.insertInto('gameExtras').values(rows).execute();
  });
}

async function insertFolder(db: Db): Promise<void> {
  const folder = {
    id: libraryFolderId,
    path: '/srv/bench-games',
    mode: 'in_place' as const,
    platform: 'Windows',
    platformFolders: '[]',
    extensions: '[]',
    frequency: 'off' as const,
    isWatched: 0,
    addsCertain: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    problem: null,
    problemSince: null,
    scanRequestedAt: null,
    scanStartedAt: null,
    holder: null,
    leaseUntil: null,
    lastScanAt: '2026-01-01T00:00:00.000Z',
    lastScan: null,
  };
  await db.insertInto('libraryFolders').values(folder).execute();
}

function itemRow(index: number) {
  const share = index % 1000;
  const title = `Found Game ${index}`;
  return {
    id: `bench-item-${index}`,
    folderId: libraryFolderId,
    path: `Shelf ${Math.floor(index / 500)}/${title}.zip`,
    kind: 'file' as const,
    extension: '.zip',
    size: 1_000_000 + index,
    fileCount: 1,
    modifiedAt: Date.UTC(2024, 0, 1),
    fingerprint: `fingerprint-${index}`,
    sampleSha256: null,
    state: stateOf(share),
    title,
    titleKey: title.toLowerCase(),
    platform: 'Windows',
    platformKey: 'Windows',
    version: '',
    year: null,
    ids: '{}',
    isCertain: 1,
    problem: null,
    foundAt: '2026-01-01T00:00:00.000Z',
    missingSince: share < missing ? '2026-02-01T00:00:00.000Z' : null,
  };
}

function stateOf(share: number): 'added' | 'skipped' | 'found' {
  if (share < added) return 'added';
  return share < added + skipped ? 'skipped' : 'found';
}

function extraRow(gameId: string, index: number) {
  return {
    id: `bench-extra-${index}`,
    gameId,
    kind: 'update' as const,
    name: 'Update',
    version: `1.${index}`,
    platform: 'Windows',
    note: '',
    fileName: `update-1.${index}.zip`,
    extension: '.zip',
    fileSize: 1000,
    storageKey: `bench-extra-${index}`,
    sha256: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
}

/** The review list of 100,000 items, and changes of all that a filter shows. */
export function libraryCalls(): Call[] {
  const asked = (...queries: Record<string, string>[]): Call[] =>
    queries.map((query) => ({ name: 'listLibraryItems', query }));
  const params = { id: libraryFolderId };
  const filter = { folder: libraryFolderId, state: 'found', search: 'game 77' };
  return [
    { name: 'listLibraryFolders' },
    { name: 'countFolderContents', params },
    { name: 'listScanProblems', params },
    ...asked({}, { page: '1600' }, { folder: libraryFolderId }, { show: 'ready' }, { show: 'problem' }),
    ...asked({ search: 'game 777' }, { search: 'no such game' }, { platform: 'Windows' }, { state: 'added' }),
    ...asked({ state: 'added', show: 'missing' }),
    { name: 'changeLibraryItems', json: { selection: { filter }, change: { state: 'skipped' } } },
    {
      name: 'changeLibraryItems',
      json: { selection: { filter: { ...filter, state: 'skipped' } }, change: { state: 'found' } },
    },
    { name: 'addLibraryItems', json: { selection: { filter } } },
  ];
}
