import type { Router } from '#http/route.ts';
import type { LearnedNames } from './learned-names.service.ts';

export function learnedNamesRoutes(router: Router, learnedNames: LearnedNames): void {
  router.mount('listLearnedNames', ({ query }) => learnedNames.list(query.page));
  router.mount('forgetLearnedName', async ({ params, member }) => {
    await learnedNames.remove(params.id, member);
    return { message: 'Name forgotten' };
  });
}
