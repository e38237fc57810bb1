import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import { cheatFields, cheatFile, cheatParams } from './cheats.ts';

export const cheatsEndpoints = {
  addCheat: endpoint({
    method: 'POST',
    path: '/api/games/:id/cheat-files',
    access: 'admin',
    scope: 'upload',
    summary: 'Add a cheat file to a game; it is stored as a ZIP together with its instructions',
    params: idParams,
    multipart: { fields: cheatFields, file: 'cheatFile' },
    response: cheatFile,
    status: 201,
  }),
  deleteCheat: endpoint({
    method: 'DELETE',
    path: '/api/games/:id/cheat-files/:cheatId',
    access: 'admin',
    summary: 'Delete a cheat file',
    params: cheatParams,
    response: done,
  }),
  downloadCheat: endpoint({
    method: 'GET',
    path: '/api/games/:id/cheat-files/:cheatId/download',
    access: 'member',
    scope: 'download',
    summary: 'The ZIP of a cheat file; complete downloads are counted',
    params: cheatParams,
    produces: 'application/zip',
  }),
};
