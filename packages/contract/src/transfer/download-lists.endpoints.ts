import { endpoint } from '../endpoint.ts';
import { downloadListBody, downloadPlan, listChoice } from './download-lists.ts';

/** Room for `limits.gamesPerDownloadList` ids with platforms. */
const maxBodyBytes = 128 * 1024;

export const downloadListsEndpoints = {
  planDownloadList: endpoint({
    method: 'POST',
    path: '/api/downloads/plan',
    access: 'member',
    scope: 'download',
    summary: 'The files that a download list would contain, and what it would leave out and why',
    body: listChoice,
    maxBodyBytes,
    response: downloadPlan,
  }),
  createDownloadList: endpoint({
    method: 'POST',
    path: '/api/downloads/list',
    access: 'member',
    scope: 'download',
    summary:
      'A list of downloads for a download manager: Metalink 4 (RFC 5854), an input file for aria2, or plain links. The links are tickets',
    body: downloadListBody,
    maxBodyBytes,
    produces: 'application/metalink4+xml',
  }),
};
