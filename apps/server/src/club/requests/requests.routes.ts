import type { Router } from '#http/route.ts';
import type { RequestCandidates } from './request-candidates.service.ts';
import type { RequestDecisions } from './request-outcomes.service.ts';
import type { RequestCommentsService, RequestsService } from './requests.service.ts';

interface Deps {
  requests: RequestsService;
  requestCandidates: RequestCandidates;
  requestComments: RequestCommentsService;
  requestDecisions: RequestDecisions;
}

export function requestsRoutes(
  router: Router,
  { requests, requestCandidates, requestComments, requestDecisions }: Deps,
): void {
  router.mount('listRequests', ({ member, query }) => requests.list(member, query));
  router.mount('findRequestCandidates', ({ member, query }) => requestCandidates.find(member, query.title));
  router.mount('getRequest', ({ member, params }) => requests.get(member, params.id));
  router.mount('createRequest', ({ member, body }) => requests.create(member, body));
  router.mount('deleteRequest', async ({ member, params }) => {
    await requests.remove(member, params.id);
    return { message: 'Request deleted' };
  });
  router.mount('voteForRequest', ({ member, params }) => requests.vote(member, params.id));
  router.mount('unvoteRequest', ({ member, params }) => requests.unvote(member, params.id));
  router.mount('decideRequest', async ({ member, params, body }) => {
    await requestDecisions.decide(member, params.id, body);
    return requests.get(member, params.id);
  });
  router.mount('listRequestComments', ({ member, params, query }) =>
    requestComments.list(member, params.id, query.before),
  );
  router.mount('addRequestComment', ({ member, params, body }) =>
    requestComments.add(member, params.id, body.text),
  );
  router.mount('deleteRequestComment', async ({ member, params }) => {
    await requestComments.remove(member, params.id, params.commentId);
    return { message: 'Comment deleted' };
  });
}
