import type { Router } from '#http/route.ts';
import type { ContributionAnswers } from './contribution-answers.service.ts';
import type { ContributionLists } from './contributions.service.ts';

interface Deps {
  contributionLists: ContributionLists;
  contributionAnswers: ContributionAnswers;
}

export function contributionsRoutes(router: Router, { contributionLists, contributionAnswers }: Deps): void {
  router.mount('listMyContributions', ({ member, query }) =>
    contributionLists.listOwn(member.id, query.page),
  );
  router.mount('withdrawContribution', async ({ params, member }) => {
    await contributionAnswers.withdraw(member, params.id);
    return { message: 'Contribution withdrawn' };
  });
  router.mount('listContributions', ({ query }) => contributionLists.list(query));
  router.mount('acceptContribution', async ({ params, body, member }) => ({
    message: 'Contribution accepted',
    gameId: await contributionAnswers.accept(member, params.id, body.files),
  }));
  router.mount('declineContribution', async ({ params, member, body }) => {
    await contributionAnswers.decline(member, params.id, body.reason);
    return { message: 'Contribution declined' };
  });
}
