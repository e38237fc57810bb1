import { createRequestAnswers } from '#features/requests/request-answers.service.ts';
import { createRequestArrivals } from '#features/requests/request-arrivals.service.ts';
import { createRequestCandidates } from '#features/requests/request-candidates.service.ts';
import { createRequestComments } from '#features/requests/request-comments.service.ts';
import { createRequestDecisions } from '#features/requests/request-decisions.service.ts';
import { createRequestsService } from '#features/requests/requests.service.ts';
import type { Accounts } from './accounts.ts';
import type { Core } from './core.ts';
import type { Metadata } from './metadata.ts';

export type Requests = ReturnType<typeof createRequests>;

/** What members wish for. */
export function createRequests(used: Core & Pick<Accounts, 'alerts'> & Metadata) {
  const requestCandidates = createRequestCandidates(used);
  const requestAnswers = createRequestAnswers(used);
  return {
    requestCandidates,
    requestAnswers,
    requests: createRequestsService({ ...used, requestCandidates }),
    requestComments: createRequestComments(used),
    requestDecisions: createRequestDecisions({ ...used, requestAnswers }),
    requestArrivals: createRequestArrivals({ ...used, requestAnswers }),
  };
}
