import type { Router } from '#http/route.ts';
import type { MarksService } from './marks.service.ts';

export function marksRoutes(router: Router, marks: MarksService): void {
  router.mount('listMarks', async ({ member }) => marks.list(member));
  router.mount('getGameMarks', async ({ params, member }) => marks.get(member, params.id));
  router.mount('changeGameMarks', async ({ params, body, member }) => marks.change(member, params.id, body));
  router.mount('recordVisit', async ({ member }) => marks.recordVisit(member));
}
