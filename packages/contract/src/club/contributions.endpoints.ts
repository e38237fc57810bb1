import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import {
  acceptContributionBody,
  contributionAccepted,
  contributions,
  contributionsQuery,
  declineContributionBody,
  myContributionsQuery,
} from './contributions.ts';

export const contributionsEndpoints = {
  listMyContributions: endpoint({
    method: 'GET',
    path: '/api/contributions',
    access: 'contributor',
    summary: 'Your contributions, newest first',
    query: myContributionsQuery,
    response: contributions,
  }),
  withdrawContribution: endpoint({
    method: 'DELETE',
    path: '/api/contributions/:id',
    access: 'contributor',
    summary: 'Withdraw one of your contributions that waits, and delete its files',
    params: idParams,
    response: done,
  }),
  listContributions: endpoint({
    method: 'GET',
    path: '/api/admin/contributions',
    access: 'admin',
    summary: 'Contributions that wait for an admin, oldest first, or those that were answered, newest first',
    query: contributionsQuery,
    response: contributions,
  }),
  acceptContribution: endpoint({
    method: 'POST',
    path: '/api/admin/contributions/:id/accept',
    access: 'admin',
    summary: 'Accept a contribution: a new game appears, and other files are added to their game',
    params: idParams,
    body: acceptContributionBody,
    response: contributionAccepted,
  }),
  declineContribution: endpoint({
    method: 'POST',
    path: '/api/admin/contributions/:id/decline',
    access: 'admin',
    summary: 'Decline a contribution, delete its files and tell its contributor the reason',
    params: idParams,
    body: declineContributionBody,
    response: done,
  }),
};
