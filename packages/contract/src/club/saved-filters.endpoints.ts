import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { decades, playerFilters, sizeRangeNames } from '../games/rules/catalogue-filter.ts';
import { limits } from '../rules/limits.ts';
import { catalogueSort, done, exactLine, id, idParams, line } from '../text.ts';
import { hideable, marks } from './rules/marks.ts';

// Filters of the games page that members save under a name.

/** The filter of the catalogue (games.ts) as JSON. */
export const filterValues = z.object({
  search: z.string().max(200).default(''),
  platform: z.array(exactLine(100)).max(limits.valuesPerFilter).default([]),
  genre: z.array(exactLine(100)).max(limits.valuesPerFilter).default([]),
  decade: z.array(z.literal(decades)).max(decades.length).default([]),
  size: z.array(z.enum(sizeRangeNames)).max(sizeRangeNames.length).default([]),
  players: z.array(z.enum(playerFilters)).max(playerFilters.length).default([]),
  mine: z.array(z.enum(marks)).max(marks.length).default([]),
  hide: z.array(z.enum(hideable)).max(hideable.length).default([]),
  added: z.enum(['new', '']).default(''),
  sort: catalogueSort.optional(),
});

const newSavedFilter = z.object({ name: line(60), filter: filterValues });

export type NewSavedFilter = z.output<typeof newSavedFilter>;

const savedFilter = newSavedFilter.extend({ _id: id });

export type SavedFilter = z.infer<typeof savedFilter>;

const savedFilters = z.object({ filters: z.array(savedFilter) });

export const savedFiltersEndpoints = {
  listSavedFilters: endpoint('GET', '/api/saved-filters', 'member', {
    summary: 'Your saved filters of the games page',
    response: savedFilters,
  }),
  saveFilter: endpoint('POST', '/api/saved-filters', 'member', {
    summary: 'Save a filter. A filter with the same name is replaced',
    body: newSavedFilter,
    status: 201,
    response: savedFilter,
  }),
  deleteSavedFilter: endpoint('DELETE', '/api/saved-filters/:id', 'member', {
    summary: 'Delete a saved filter',
    params: idParams,
    response: done,
  }),
};
