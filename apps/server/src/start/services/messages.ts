// What members and admins are told, beyond the emails and webhooks of core.ts.
import { createAlertStreams } from '#messages/alerts/alert-streams.service.ts';
import { createAlertsService } from '#messages/alerts/alerts.service.ts';
import { createAnnouncementsService } from '#messages/digests/announcements.service.ts';
import { createDigestsService } from '#messages/digests/digests.service.ts';
import { createNewsWebhooks } from '#messages/digests/news-webhooks.service.ts';
import { createNotificationSamples } from '#messages/notification-samples.service.ts';
import { createNotificationSettings } from '#messages/notification-settings.service.ts';
import { createPendingApproval } from '#messages/pending-approval.service.ts';
import { createPushService } from '#messages/push/push.service.ts';
import { createUnsubscribeService } from '#messages/unsubscribe.service.ts';
import { createHttpClient } from '#platform/http-client.ts';
import type { Core } from './core.ts';
import type { Games } from './games.ts';

export type Messages = ReturnType<typeof createMessages>;

export function createMessages(used: Core & Games) {
  const { push: isOn, pushPrivateAddresses: allowsPrivate, timeZone } = used.config;
  const pushHttp = createHttpClient({ trustsAll: allowsPrivate });
  const push = createPushService({ ...used, http: pushHttp, isOn, allowsPrivate });
  const announcements = createAnnouncementsService(used);
  const unsubscribe = createUnsubscribeService(used);
  return {
    push,
    pushHttp,
    alerts: createAlertsService({ ...used, push }),
    alertStreams: createAlertStreams(used),
    unsubscribe,
    notificationSettings: createNotificationSettings({ ...used, timeZone }),
    notificationSamples: createNotificationSamples({ ...used, unsubscribe }),
    pendingApproval: createPendingApproval(used),
    newsWebhooks: createNewsWebhooks({ ...used, timeZone }),
    digests: createDigestsService({ ...used, announcements, unsubscribe, timeZone }),
  };
}
