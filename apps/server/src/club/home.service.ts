// The home page of members: shelves of games, and downloads that have stopped.
import type { Home, Shelf, StoppedDownload } from '@cellar/contract/club/home.endpoints.ts';
import { noPersonalFilter, type PersonalFilter } from '@cellar/contract/club/rules/marks.ts';
import { noFilter } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { Db } from '#db/schema.ts';
import type { CatalogueService } from '#games/catalogue/catalogue.service.ts';
import * as repository from './home.repository.ts';

interface Deps {
  db: Db;
  catalogue: CatalogueService;
}

/** The newest entries of the history in which stopped downloads are looked for. */
const examinedDownloads = 30;
const shownStopped = 6;

export type HomeService = ReturnType<typeof createHomeService>;

export function createHomeService({ db, catalogue }: Deps) {
  async function listStopped(userId: string): Promise<StoppedDownload[]> {
    const rows = stoppedIn(await repository.listNewest(db, userId, examinedDownloads));
    const games = await catalogue.gamesWithIds(rows.map(({ gameId }) => gameId));
    const gameOf = new Map(games.map((game) => [game._id, game]));
    return rows.flatMap(({ gameId, ...row }) => {
      const game = gameOf.get(gameId);
      return game ? [{ game, ...row }] : [];
    });
  }

  return {
    async read(member: { id: string }): Promise<Home> {
      const shelfOf = async (kind: Shelf['kind'], list: Partial<PersonalFilter>) => {
        const sort = 'recentlyAddedDesc' as const;
        const wanted = { ...noFilter, ...noPersonalFilter, ...list, sort };
        return { kind, ...(await catalogue.firstGames(member, wanted, limits.gamesPerShelf)) };
      };
      const [stopped, ...shelves] = await Promise.all([
        listStopped(member.id),
        shelfOf('new', { added: 'new' }),
        shelfOf('recent', {}),
        shelfOf('favorites', { mine: ['favorite'] }),
        shelfOf('to_play', { mine: ['to_play'] }),
        catalogue.popularGames(limits.gamesPerShelf).then((list) => ({ kind: 'popular' as const, ...list })),
        catalogue.likedGames(limits.gamesPerShelf).then((list) => ({ kind: 'liked' as const, ...list })),
      ]);
      const totalGames = shelves.find(({ kind }) => kind === 'recent')?.total ?? 0;
      // At the first visit, every game is new, so none stands out.
      const isShown = ({ kind, total, games }: Shelf) =>
        games.length > 0 && (kind !== 'new' || total < totalGames);
      return { totalGames, stopped, shelves: shelves.filter(isShown) };
    },
  };
}

type Row = Awaited<ReturnType<typeof repository.listNewest>>[number];

/** Returns the downloads that failed, except cancelled ones, and those after which the same file was downloaded again. */
function stoppedIn(rows: Row[]) {
  const seen = new Set<string>();
  const stopped = rows.flatMap((row) => {
    const { gameId, platform, extraName, singleFileId, status, bytesSent, fileSize, startedAt, endedAt } =
      row;
    const file = JSON.stringify([gameId, platform, extraName, singleFileId]);
    const isNewest = !seen.has(file);
    seen.add(file);
    const isStopped = isNewest && status === 'failed' && row.cancelledAt === null && singleFileId === null;
    if (!isStopped || gameId === null || (row.currentFile ?? row.currentExtra) === null) return [];
    const percent = Math.min(99, Math.floor((100 * bytesSent) / Math.max(1, fileSize)));
    return [{ gameId, platform, extraName, percent, stoppedAt: endedAt ?? startedAt }];
  });
  return stopped.slice(0, shownStopped);
}
