// The routes of the whole API. The page imports the parts separately, so that members don't load the routes of others.
import { adminApi } from './admin-api.ts';
import { contributorApi } from './contributor-api.ts';
import { memberApi } from './member-api.ts';

export const api = { ...memberApi, ...contributorApi, ...adminApi };
