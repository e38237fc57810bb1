// Generated from endpoints.ts by api.test.ts: the routes of the API for the page, those that only contributors and admins may call.
import { type ContributorEndpoints, route } from './route.ts';

const routes = {
  checkGame: route('GET', '/api/games/check', 'contributor'),
  addGame: route('POST', '/api/games', 'contributor'),
  addFile: route('POST', '/api/games/:id/upload', 'contributor'),
  listUploads: route('GET', '/api/games/uploads', 'contributor'),
  listUploadChunks: route('GET', '/api/games/uploads/:uploadId/chunks', 'contributor'),
  cancelUpload: route('POST', '/api/games/cancel/:uploadId', 'contributor'),
  addExtra: route('POST', '/api/games/:id/extras', 'contributor'),
  listMyContributions: route('GET', '/api/contributions', 'contributor'),
  withdrawContribution: route('DELETE', '/api/contributions/:id', 'contributor'),
  sanitizeTitle: route('GET', '/api/sanitization-rules/sanitize', 'contributor'),
  listPlatforms: route('GET', '/api/platforms', 'contributor'),
} satisfies Record<keyof ContributorEndpoints, ReturnType<typeof route>>;

/** Typed as the endpoints, so that callers know the shapes of each request and response. */
export const contributorApi = routes as ContributorEndpoints;
