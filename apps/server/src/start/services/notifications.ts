import { createAnnouncementsService } from '#messages/digests/announcements.service.ts';
import { createDigestsService } from '#messages/digests/digests.service.ts';
import { createNewsWebhooks } from '#messages/digests/news-webhooks.service.ts';
import { createNotificationSamples } from '#messages/notification-samples.service.ts';
import { createNotificationSettings } from '#messages/notification-settings.service.ts';
import { createPendingApproval } from '#messages/pending-approval.service.ts';
import { createUnsubscribeService } from '#messages/unsubscribe.service.ts';
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
