// Notification settings, preview and test email for admins, and the unsubscribe link for everyone.
import type { Router } from '#http/route.ts';
import { networkOf } from '#platform/rate-limit.ts';
import type { NotificationSamples, NotificationSettingsService } from './notifications.service.ts';
import type { UnsubscribeService } from './unsubscribe.service.ts';

interface Deps {
  notificationSettings: NotificationSettingsService;
  notificationSamples: NotificationSamples;
  unsubscribe: UnsubscribeService;
}

export function notificationsRoutes(
  router: Router,
  { notificationSettings, notificationSamples, unsubscribe }: Deps,
): void {
  router.mount('getNotificationSettings', () => notificationSettings.get());
  router.mount('putNotificationSettings', ({ body, member }) => notificationSettings.change(member, body));
  router.mount('previewNotification', ({ body, member }) => notificationSamples.preview(member, body));

  router.mount('testNotification', async ({ body, member }) => {
    await notificationSamples.sendTest(member, body);
    return { message: `A test email is on its way to ${member.email}.` };
  });

  router.mount('getUnsubscribe', async ({ params, request, reply }) => {
    reply.headers({ vary: 'Accept', 'cache-control': 'no-store' });
    // A person has opened the header's one-click address: show the page that asks for confirmation.
    if (request.headers.accept?.includes('text/html')) {
      return reply.redirect(`/unsubscribe?token=${encodeURIComponent(params.token)}`, 303);
    }
    return unsubscribe.status(params.token, networkOf(request.ip));
  });

  router.mount('postUnsubscribe', ({ params, body, request }) =>
    unsubscribe.set(params.token, networkOf(request.ip), body.emailNotifications),
  );
}
