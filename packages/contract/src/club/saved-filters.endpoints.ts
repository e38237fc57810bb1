import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import { newSavedFilter, savedFilter, savedFilters } from './saved-filters.ts';

export const savedFiltersEndpoints = {
  listSavedFilters: endpoint({
    method: 'GET',
    path: '/api/saved-filters',
    access: 'member',
    summary: 'Your saved filters of the games page',
    response: savedFilters,
  }),
  saveFilter: endpoint({
    method: 'POST',
    path: '/api/saved-filters',
    access: 'member',
    summary: 'Save a filter. A filter with the same name is replaced',
    body: newSavedFilter,
    status: 201,
    response: savedFilter,
  }),
  deleteSavedFilter: endpoint({
    method: 'DELETE',
    path: '/api/saved-filters/:id',
    access: 'member',
    summary: 'Delete a saved filter',
    params: idParams,
    response: done,
  }),
};
