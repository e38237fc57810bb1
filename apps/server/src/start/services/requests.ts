import { createRequestAnswers } from '#club/requests/request-answers.service.ts';
import { createRequestArrivals } from '#club/requests/request-arrivals.service.ts';
import { createRequestCandidates } from '#club/requests/request-candidates.service.ts';
import { createRequestComments } from '#club/requests/request-comments.service.ts';
import { createRequestDecisions } from '#club/requests/request-decisions.service.ts';
import { createRequestsService } from '#club/requests/requests.service.ts';
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
