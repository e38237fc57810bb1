// The routes of the whole API. The page imports the two parts separately, so that members don't load the admins' routes.
import { adminApi } from './admin-api.ts';
import { memberApi } from './member-api.ts';

export const api = { ...memberApi, ...adminApi };
