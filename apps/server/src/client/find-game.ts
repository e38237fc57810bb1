// Finds the game and the platform file that a person means.
import { api } from '@cellar/contract/api.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { Connection } from './connection.ts';
import { ClientError, Refusal } from './failures.ts';

/** Ids that the server generates (`newId`). */
const idPattern = /^[\w-]{20}$/;
const listedTitles = 10;

/** `game`: an id, a title, or a part of a title. @throws ClientError if there is no such game, or several */
export async function findGame(connection: Connection, game: string): Promise<Game> {
  if (idPattern.test(game)) {
    const found = await connection.call(api.getGame, { params: { id: game } }).catch(undefinedIfUnknown);
    if (found) return found;
  }
  const query = { search: game, limit: '100', sort: 'titleAsc' };
  const { games } = await connection.call(api.listGames, { query });
  const exact = games.filter(({ title }) => titleKey(title) === titleKey(game));
  const candidates = exact.length > 0 ? exact : games;
  const [first] = candidates;
  if (!first) throw new ClientError(`There is no game "${game}".`);
  if (candidates.length > 1) {
    const titles = candidates.slice(0, listedTitles).map(({ title, _id }) => `  ${title} (${_id})`);
    throw new ClientError(`Several games match "${game}". Give the id of one:\n${titles.join('\n')}`);
  }
  return connection.call(api.getGame, { params: { id: first._id } });
}

/** @throws ClientError if the game has no file for the platform, or the platform must be given */
export function choosePlatform({ title, gameFiles }: Game, wanted: string | undefined): string {
  const platforms = gameFiles.map(({ platform }) => platform);
  if (platforms.length === 0) throw new ClientError(`"${title}" has no files.`);
  const names = platforms.map((name) => `"${name}"`).join(', ');
  if (wanted === undefined) {
    const [only] = platforms;
    if (only !== undefined && platforms.length === 1) return only;
    throw new ClientError(`"${title}" has files for ${names}: give one with --platform.`);
  }
  const found = platforms.find((name) => name.toLowerCase() === wanted.toLowerCase());
  if (found === undefined) throw new ClientError(`"${title}" has no file for ${wanted}, only for ${names}.`);
  return found;
}

function undefinedIfUnknown(error: unknown): undefined {
  if (error instanceof Refusal && error.status === 404) return undefined;
  throw error;
}
