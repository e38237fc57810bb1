import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import {
  confirmBody,
  confirmResponse,
  gameMatch,
  gamesQueued,
  learnedNamesQuery,
  learnedNamesResponse,
  matchCounts,
  matchesQuery,
  matchesResponse,
  offer,
  offerQuery,
  pictureQuery,
  rescrapeBody,
  rescrapeResponse,
  scanCancelled,
  undoneMatch,
  waitingMatches,
} from './matches.ts';
import {
  metadataSettings,
  metadataSettingsBody,
  testProviderBody,
  testProviderResponse,
} from './metadata.ts';

export const metadataEndpoints = {
  getMetadataSettings: endpoint('GET', '/api/admin/metadata-settings', 'admin', {
    summary: 'The metadata providers: their order, masked keys and current status',
    response: metadataSettings,
  }),
  updateMetadataSettings: endpoint('PUT', '/api/admin/metadata-settings', 'admin', {
    summary: 'Change the order of the providers or some keys; 409 for values set by the environment',
    body: metadataSettingsBody,
    response: metadataSettings,
  }),
  testProvider: endpoint('POST', '/api/admin/metadata-settings/test', 'admin', {
    summary: 'Send a small request to a provider; reports in plain words what is wrong',
    body: testProviderBody,
    response: testProviderResponse,
  }),
};

export const matchesEndpoints = {
  rescrape: endpoint('POST', '/api/games/:id/rescrape', 'admin', {
    summary: 'Search the metadata providers for a game; the response also lists the providers that failed',
    params: idParams,
    body: rescrapeBody,
    response: rescrapeResponse,
  }),
  confirmRescrape: endpoint('POST', '/api/games/:id/confirm-rescrape', 'admin', {
    summary: 'Apply the facts and pictures of a match, or custom facts; returns the game',
    params: idParams,
    body: confirmBody,
    maxBodyBytes: 1024 ** 2,
    response: confirmResponse,
  }),
  metadataOffer: endpoint('GET', '/api/games/:id/metadata-offer', 'admin', {
    summary: 'The values a match would set, field by field, beside the current ones',
    params: idParams,
    query: offerQuery,
    response: offer,
  }),
  gameMatch: endpoint('GET', '/api/games/:id/match', 'admin', {
    summary: 'The match of a game, or why it has none',
    params: idParams,
    response: gameMatch,
  }),
  listMatches: endpoint('GET', '/api/admin/matches', 'admin', {
    summary: 'Games in one state of their match, 30 at a time',
    query: matchesQuery,
    response: matchesResponse,
  }),
  matchCounts: endpoint('GET', '/api/admin/matches/counts', 'admin', {
    summary: 'The number of games in each state of their match, and the last scan',
    response: matchCounts,
  }),
  waitingMatches: endpoint('GET', '/api/admin/matches/waiting', 'admin', {
    summary: 'The number of games that wait for an admin to choose a match',
    response: waitingMatches,
  }),
  leaveMatch: endpoint('POST', '/api/admin/matches/:id/leave', 'admin', {
    summary:
      'Leave a game without metadata; ends automatic searches for it. Its candidates are not suggested for this name again',
    params: idParams,
    response: gameMatch,
  }),
  retryMatch: endpoint('POST', '/api/admin/matches/:id/retry', 'admin', {
    summary: 'Queue a game for another search, even if it was never searched for',
    params: idParams,
    response: gameMatch,
  }),
  undoMatch: endpoint('POST', '/api/admin/matches/:id/undo', 'admin', {
    summary:
      'Undo a match, or the refusal of all candidates, and forget the choice. Keeps fields that were changed since, and names them',
    params: idParams,
    response: undoneMatch,
  }),
  retryMatches: endpoint('POST', '/api/admin/matches/retry', 'admin', {
    summary: 'Queue all games whose search has failed',
    response: gamesQueued,
  }),
  scanMatches: endpoint('POST', '/api/admin/matches/scan', 'admin', {
    summary: 'Queue all games without metadata',
    response: gamesQueued,
  }),
  cancelScan: endpoint('POST', '/api/admin/matches/scan/cancel', 'admin', {
    summary: 'Cancel the running scan; keeps the matches found so far',
    response: scanCancelled,
  }),
  listLearnedNames: endpoint('GET', '/api/admin/learned-names', 'admin', {
    summary: 'What admins have decided about names of games, 20 per page',
    query: learnedNamesQuery,
    response: learnedNamesResponse,
  }),
  forgetLearnedName: endpoint('DELETE', '/api/admin/learned-names/:id', 'admin', {
    summary: 'Forget what was decided about a name; matches that were made stay',
    params: idParams,
    response: done,
  }),
  candidatePicture: endpoint('GET', '/api/metadata/pictures', 'public', {
    summary:
      'A small picture of an unconfirmed match, by the sealed address that an admin received; valid for a day',
    query: pictureQuery,
    produces: 'image/webp',
  }),
};
