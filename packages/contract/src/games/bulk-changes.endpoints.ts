import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import {
  bulkBody,
  bulkChanges,
  bulkIdsBody,
  bulkResult,
  bulkSummary,
  mergeBody,
  mergePreview,
  spellingRules,
  spellings,
  spellingsQuery,
} from './bulk-changes.ts';

/** 10,000 of the longest ids fit. */
const maxBodyBytes = 1024 ** 2;

export const bulkChangesEndpoints = {
  summarizeGames: endpoint({
    method: 'POST',
    path: '/api/admin/games/summary',
    access: 'admin',
    summary: 'What up to 10,000 games have: files, sizes, platforms, genres; changes nothing',
    body: bulkIdsBody,
    maxBodyBytes,
    response: bulkSummary,
  }),
  changeGames: endpoint({
    method: 'POST',
    path: '/api/admin/games/change',
    access: 'admin',
    summary: 'Change up to 10,000 games in one transaction; names the games that were skipped',
    body: bulkBody,
    maxBodyBytes,
    response: bulkResult,
  }),
  listBulkChanges: endpoint({
    method: 'GET',
    path: '/api/admin/bulk-changes',
    access: 'admin',
    summary: 'The last 50 changes of many games, newest first',
    response: bulkChanges,
  }),
  undoBulkChange: endpoint({
    method: 'POST',
    path: '/api/admin/bulk-changes/:id/undo',
    access: 'admin',
    summary: 'Undo a change of many games; keeps what was changed since, and names those games',
    params: idParams,
    response: bulkResult,
  }),
  listSpellings: endpoint({
    method: 'GET',
    path: '/api/admin/spellings',
    access: 'admin',
    summary: 'Genres or companies with the number of their games, and likely spellings of one thing',
    query: spellingsQuery,
    response: spellings,
  }),
  previewMerge: endpoint({
    method: 'POST',
    path: '/api/admin/spellings/preview',
    access: 'admin',
    summary: 'The games that merging spellings would change; changes nothing',
    body: mergeBody,
    response: mergePreview,
  }),
  mergeSpellings: endpoint({
    method: 'POST',
    path: '/api/admin/spellings/merge',
    access: 'admin',
    summary: 'Replace spellings of a genre or company with one of them, in all games',
    body: mergeBody,
    response: bulkResult,
  }),
  listSpellingRules: endpoint({
    method: 'GET',
    path: '/api/admin/spellings/rules',
    access: 'admin',
    summary: 'The spellings that are replaced in new metadata',
    response: spellingRules,
  }),
  deleteSpellingRule: endpoint({
    method: 'DELETE',
    path: '/api/admin/spellings/rules/:id',
    access: 'admin',
    summary: 'Stop replacing a spelling; changes no game',
    params: idParams,
    response: done,
  }),
};
