import type { Router } from '#http/route.ts';
import type { ChecklistService } from './checklist.service.ts';

export function checklistRoutes(router: Router, checklist: ChecklistService): void {
  router.mount('getChecklist', () => checklist.get());
  router.mount('dismissChecklist', async ({ member }) => {
    await checklist.dismiss(member);
    return checklist.get();
  });
}
