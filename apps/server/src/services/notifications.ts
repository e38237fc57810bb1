import { createAnnouncementsService } from '#features/notifications/digests/announcements.service.ts';
import { createDigestsService } from '#features/notifications/digests/digests.service.ts';
import { createNewsWebhooks } from '#features/notifications/digests/news-webhooks.service.ts';
import { createNotificationSamples } from '#features/notifications/notification-samples.service.ts';
import { createNotificationSettings } from '#features/notifications/notification-settings.service.ts';
import { createPendingApproval } from '#features/notifications/pending-approval.service.ts';
import { createUnsubscribeService } from '#features/notifications/unsubscribe.service.ts';
import type { Core } from './core.ts';
import type { Metadata } from './metadata.ts';

export type Notifications = ReturnType<typeof createNotifications>;

export function createNotifications(used: Core & Pick<Metadata, 'providers'>) {
  const { timeZone } = used.config;
  const announcements = createAnnouncementsService(used);
  const unsubscribe = createUnsubscribeService(used);
  return {
    unsubscribe,
    notificationSettings: createNotificationSettings({ ...used, timeZone }),
    notificationSamples: createNotificationSamples({ ...used, unsubscribe }),
    pendingApproval: createPendingApproval(used),
    newsWebhooks: createNewsWebhooks({ ...used, timeZone }),
    digests: createDigestsService({ ...used, announcements, unsubscribe, timeZone }),
  };
}
