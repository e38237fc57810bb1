import type { UserLimits } from '@cellar/contract/transfer/download-limits.ts';
import type { Router } from '#http/route.ts';
import type { DownloadsService } from '../downloads/downloads.service.ts';
import type { LimitsService } from './limits.service.ts';

export function limitsRoutes(
  router: Router,
  { limits, downloads }: { limits: LimitsService; downloads: DownloadsService },
): void {
  const userLimits = async (userId: string): Promise<UserLimits> => ({
    ...(await limits.ownOf(userId)),
    use: await downloads.limitsUse(userId),
  });

  router.mount('getSiteLimits', () => limits.site());
  router.mount('changeSiteLimits', async ({ member, body }) => {
    await limits.changeSite(member, body);
    return limits.site();
  });

  router.mount('myLimits', ({ member }) => downloads.limitsUse(member.id));
  router.mount('getUserLimits', ({ params }) => userLimits(params.userId));
  router.mount('changeUserLimits', async ({ member, params, body }) => {
    await limits.changeOwn(member, params.userId, body);
    return userLimits(params.userId);
  });
  router.mount('liftUserLimits', async ({ member, params }) => {
    await limits.lift(member, params.userId);
    return userLimits(params.userId);
  });
}
