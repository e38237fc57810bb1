// What members and admins are told, beyond the emails and webhooks of core.ts.

import { createAlertStreams } from '#messages/alerts/alert-streams.service.ts';
import { createAlertsService } from '#messages/alerts/alerts.service.ts';
import { createAnnouncementsService } from '#messages/digests/announcements.service.ts';
import { createDigestsService, createNewsWebhooks } from '#messages/digests/digests.service.ts';
import { createNotificationSamples, createNotificationSettings } from '#messages/notifications.service.ts';
import { createPushService } from '#messages/push/push.service.ts';
import { createAdminNews, createPendingApproval } from '#messages/tell-admins.service.ts';
import { createUnsubscribeService } from '#messages/unsubscribe.service.ts';
import { createHttpClient } from '#platform/http-client.ts';
import type { Core } from './core.ts';
import type { Games } from './games.ts';

export type Messages = ReturnType<typeof createMessages>;

export function createMessages(used: Core & Games) {
  const { push: isOn, pushPrivateAddresses: allowsPrivate, timeZone } = used.config;
  const pushHttp = createHttpClient({ trustsAll: allowsPrivate });
  const push = createPushService({ ...used, http: pushHttp, isOn, allowsPrivate });
  const alerts = createAlertsService({ ...used, push });
  const adminNews = createAdminNews({ ...used, alerts });
  const announcements = createAnnouncementsService(used);
  const unsubscribe = createUnsubscribeService(used);
  return {
    push,
    pushHttp,
    alerts,
    adminNews,
    alertStreams: createAlertStreams(used),
    unsubscribe,
    notificationSettings: createNotificationSettings({ ...used, timeZone }),
    notificationSamples: createNotificationSamples({ ...used, unsubscribe }),
    pendingApproval: createPendingApproval({ ...used, adminNews }),
    newsWebhooks: createNewsWebhooks({ ...used, timeZone }),
    digests: createDigestsService({ ...used, announcements, unsubscribe, timeZone }),
  };
}
