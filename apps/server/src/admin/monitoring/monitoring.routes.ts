// The endpoints for monitoring: the metrics for programs, and the health for admins.
import type { Router } from '#http/route.ts';
import type { HealthService } from './health.service.ts';
import type { MetricsService } from './metrics.service.ts';

interface Services {
  metrics: MetricsService;
  health: HealthService;
}

export function monitoringRoutes(router: Router, { metrics, health }: Services, version: string): void {
  metrics.setVersion(version);
  router.mount('metrics', async ({ reply }) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.collect()),
  );
  router.mount('getHealth', async () => health.get(version));
}
