import type { Router } from '#http/route.ts';
import type { PushService } from './push.service.ts';

export function pushRoutes(router: Router, push: PushService): void {
  router.mount('getPush', ({ member, token = '' }) => push.get({ id: member.id, token }));
  router.mount('turnPushOn', ({ member, token = '', body }) => push.turnOn({ id: member.id, token }, body));
  router.mount('turnPushOff', ({ member, token = '' }) => push.turnOff({ id: member.id, token }));
}
