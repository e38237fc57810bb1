import type { OutgoingHttpHeaders } from 'node:http';
import type { Router } from '#http/route.ts';
import type { PushService } from '../push/push.service.ts';
import type { AlertStreams } from './alert-streams.service.ts';
import type { AlertsService } from './alerts.service.ts';

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // nginx would hold the events back.
  'x-accel-buffering': 'no',
};

export function alertsRoutes(
  router: Router,
  { alerts, alertStreams }: { alerts: AlertsService; alertStreams: AlertStreams },
): void {
  router.mount('listAlerts', ({ member, query }) => alerts.list(member, query.before));
  router.mount('countAlerts', ({ member }) => alerts.count(member));
  router.mount('readAlerts', ({ member, body }) => alerts.read(member, body));
  router.mount('clearAlerts', ({ member, query }) => alerts.clear(member, query.through));

  router.mount('followAlerts', async ({ member, token = '', request, reply }) => {
    if (request.method === 'HEAD') return reply.headers(streamHeaders).send('');
    await alertStreams.open({ id: member.id, token }, reply.raw, () => {
      reply.hijack();
      reply.raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...streamHeaders });
    });
    return reply;
  });
}

export function pushRoutes(router: Router, push: PushService): void {
  router.mount('getPush', ({ member, token = '' }) => push.get({ id: member.id, token }));
  router.mount('turnPushOn', ({ member, token = '', body }) => push.turnOn({ id: member.id, token }, body));
  router.mount('turnPushOff', ({ member, token = '' }) => push.turnOff({ id: member.id, token }));
}
