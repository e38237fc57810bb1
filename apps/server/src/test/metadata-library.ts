// An application with its own metadata server. Tests upload games and decide when to search for metadata.
import { api } from '@cellar/contract/api.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import type {
  GameMatch,
  ListedMatch,
  MatchCounts,
  MatchesResponse,
  MatchState,
} from '@cellar/contract/games/matches.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type MetadataServer, startMetadataServer } from '../../../../test/metadata-server/server.ts';
import { buildApp, type TestApp } from './build-app.ts';
import type { Answer, Client } from './client.ts';
import { complete, sampleUpload, sendAll } from './sample-upload.ts';

export interface MetadataLibrary {
  app: TestApp;
  server: MetadataServer;
  admin: Client;
}

/** Returns a library that all tests of a file share. Before each test, the providers are reset to answer as documented. */
export function metadataLibrary(env: Record<string, string> = {}): MetadataLibrary {
  const library = {} as MetadataLibrary;
  beforeAll(async () => {
    library.server = await startMetadataServer();
    library.app = await buildApp({ env: { ...library.server.env, ...env } });
    library.admin = await library.app.as('admin');
  });
  beforeEach(async () => {
    library.server.reset();
    await forgetPauses(library.app);
  });
  afterAll(async () => {
    await library.app.close();
    await library.server.close();
  });
  return library;
}

export async function forgetPauses({ services }: TestApp): Promise<void> {
  await services.database.db
    .updateTable('metadataProviders')
    .set({ failures: 0, pausedUntil: null })
    .execute();
}

/** Uploads a small archive with this file name. */
export async function addGame(admin: Client, title: string, fileName = `${title}.zip`): Promise<string> {
  const upload = sampleUpload({ title, chunkSize: 4000 });
  await sendAll(admin, upload, { fileName });
  const { body } = await complete(admin, upload);
  return body._id;
}

export const show = async (client: Client, id: string): Promise<Game> =>
  (await client.call(api.getGame, { params: { id } })).body;

export const edit = (client: Client, id: string, json: unknown): Promise<Answer> =>
  client.call(api.editGame, { params: { id }, json });

export const matchOf = async (client: Client, id: string): Promise<GameMatch['match']> =>
  (await client.call(api.gameMatch, { params: { id } })).body.match;

export const stateOf = async (client: Client, id: string): Promise<MatchState | undefined> =>
  (await matchOf(client, id))?.state;

export const listMatches = async (client: Client, state: MatchState): Promise<MatchesResponse> =>
  (await client.call(api.listMatches, { query: { state } })).body;

export const countMatches = async (client: Client): Promise<MatchCounts> =>
  (await client.call(api.matchCounts)).body;

export const listed = async (
  client: Client,
  state: MatchState,
  id: string,
): Promise<ListedMatch | undefined> =>
  (await listMatches(client, state)).matches.find(({ gameId }) => gameId === id);
