// The routes of the whole API. The page imports the parts separately, so that a page loads only the routes that it needs.
import { adminApi } from './admin-api.ts';
import { contributorApi } from './contributor-api.ts';
import { deferredApi } from './deferred-api.ts';
import { memberApi } from './member-api.ts';

export const api = { ...memberApi, ...deferredApi, ...contributorApi, ...adminApi };
