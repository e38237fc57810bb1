// What members do together: home, marks, collections, requests and contributions.
import { createCollectionGames } from '#club/collections/collection-games.service.ts';
import { createCollections } from '#club/collections/collections.service.ts';
import { createNights } from '#club/collections/nights.service.ts';
import { createContributionAnswers } from '#club/contributions/contribution-answers.service.ts';
import { createContributionLists } from '#club/contributions/contributions.service.ts';
import { createFeedsService } from '#club/feeds/feeds.service.ts';
import { createHomeService } from '#club/home.service.ts';
import { createMarksService, createSavedFilters } from '#club/personal.service.ts';
import { createRequestAnswers } from '#club/requests/request-answers.service.ts';
import { createRequestCandidates } from '#club/requests/request-candidates.service.ts';
import { createRequestArrivals, createRequestDecisions } from '#club/requests/request-outcomes.service.ts';
import { createRequestComments, createRequestsService } from '#club/requests/requests.service.ts';
import type { Core } from './core.ts';
import type { Games } from './games.ts';
import type { Messages } from './messages.ts';
import type { Transfer } from './transfer.ts';

export type Club = ReturnType<typeof createClub>;

export function createClub(used: Core & Games & Messages & Transfer) {
  const requestCandidates = createRequestCandidates(used);
  const requestAnswers = createRequestAnswers(used);
  return {
    home: createHomeService(used),
    marks: createMarksService(used),
    savedFilters: createSavedFilters(used),
    collections: createCollections(used),
    collectionGames: createCollectionGames(used),
    nights: createNights(used),
    feeds: createFeedsService(used),
    contributionAnswers: createContributionAnswers(used),
    contributionLists: createContributionLists(used),
    requestCandidates,
    requestAnswers,
    requests: createRequestsService({ ...used, requestCandidates }),
    requestComments: createRequestComments(used),
    requestDecisions: createRequestDecisions({ ...used, requestAnswers }),
    requestArrivals: createRequestArrivals({ ...used, requestAnswers }),
  };
}
