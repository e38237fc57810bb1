import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import { cheatFields, cheatFile, cheatParams } from './cheats.ts';
import { gameEdit, gameFileParams } from './game-edit.ts';
import {
  game,
  gameCheckQuery,
  gameCheckResponse,
  gameFilters,
  gameLetters,
  gameLettersQuery,
  gamesQuery,
  gamesResponse,
} from './games.ts';
import { artworkName } from './rules/artwork.ts';

export const gamesEndpoints = {
  listGames: endpoint('GET', '/api/games', 'member', {
    summary: 'One page of the catalogue',
    query: gamesQuery,
    response: gamesResponse,
  }),
  gameFilters: endpoint('GET', '/api/games/filters', 'member', {
    summary: 'The values to filter the catalogue by',
    response: gameFilters,
  }),
  gameLetters: endpoint('GET', '/api/games/letters', 'member', {
    summary: 'The position of each first letter in the catalogue sorted by title',
    query: gameLettersQuery,
    response: gameLetters,
  }),
  checkGame: endpoint('GET', '/api/games/check', 'contributor', {
    summary: 'Whether a game that the caller sees exists, and whether it has a file for a platform',
    query: gameCheckQuery,
    response: gameCheckResponse,
  }),
  getGame: endpoint('GET', '/api/games/:id', 'public', {
    summary: 'One game',
    params: idParams,
    response: game,
  }),
  editGame: endpoint('PUT', '/api/games/:id', 'admin', {
    summary: 'Change some fields of a game; 409 if the game has changed since the given revision',
    params: idParams,
    body: gameEdit,
    maxBodyBytes: 1024 ** 2,
    response: game,
  }),
  deleteGame: endpoint('DELETE', '/api/games/:id', 'admin', {
    summary: 'Delete a game with all its files',
    params: idParams,
    response: done,
  }),
  deletePlatformFile: endpoint('DELETE', '/api/games/:id/platform/:platform', 'admin', {
    summary: 'Delete a platform file of a game',
    params: gameFileParams,
    response: game,
  }),
};

/** An uploaded picture as stored: re-encoded as WebP, without metadata. */
const artworkKept = z.object({
  name: z.string(),
  url: z.string(),
  /** Pixels. */
  width: z.number().int(),
  height: z.number().int(),
  /** A ThumbHash in base64. */
  thumbhash: z.string(),
});

export type ArtworkKept = z.infer<typeof artworkKept>;

export const artworkEndpoints = {
  keepArtwork: endpoint('POST', '/api/artwork', 'admin', {
    summary: 'Upload a picture (JPEG, PNG, WebP, AVIF or GIF); it is re-encoded and stored without metadata',
    multipart: { fields: z.object({}), file: 'image' },
    response: artworkKept,
    status: 201,
  }),
  artwork: endpoint('GET', '/api/artwork/:name', 'public', {
    summary: 'A stored picture; its name is the digest of its content, so it never changes',
    params: z.object({ name: z.string().regex(artworkName, 'is not the name of a picture') }),
    produces: 'image/webp',
  }),
};

export const cheatsEndpoints = {
  addCheat: endpoint('POST', '/api/games/:id/cheat-files', 'admin', {
    scope: 'upload',
    summary: 'Add a cheat file to a game; it is stored as a ZIP together with its instructions',
    params: idParams,
    multipart: { fields: cheatFields, file: 'cheatFile' },
    response: cheatFile,
    status: 201,
  }),
  deleteCheat: endpoint('DELETE', '/api/games/:id/cheat-files/:cheatId', 'admin', {
    summary: 'Delete a cheat file',
    params: cheatParams,
    response: done,
  }),
  downloadCheat: endpoint('GET', '/api/games/:id/cheat-files/:cheatId/download', 'member', {
    scope: 'download',
    summary: 'The ZIP of a cheat file; complete downloads are counted',
    params: cheatParams,
    produces: 'application/zip',
  }),
};
