import type { Router } from '#http/route.ts';
import type { AuditService } from './audit.service.ts';

export function auditRoutes(router: Router, audit: AuditService): void {
  router.mount('listAudit', async ({ query }) => audit.list(query.page));
}
