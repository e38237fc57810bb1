// The mails about new games as an admin sets them, and how one looks.
import { api } from '@cellar/contract/api.ts';
import type { NotificationKind } from '@cellar/contract/notifications.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export const notificationSettingsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.notificationSettings,
    queryFn: ({ signal }) => client.call(api.getNotificationSettings, { signal }),
    // Games come and digests go out meanwhile; a form with changes of its own keeps them.
    staleTime: 0,
  });

export interface NotificationSample {
  kind: NotificationKind;
  /** Left out: the saved one. */
  customMessage?: string | undefined;
}

/** The custom message as it is saved, and as it stands in the form. */
export interface Messages {
  saved: string;
  edited: string;
}

/** The mail before stays in sight until the one with the other message has come. */
export const notificationPreviewQuery = (client: ApiClient, sample: NotificationSample) =>
  queryOptions({
    queryKey: queryKeys.notificationPreview(sample),
    queryFn: ({ signal }) => client.call(api.previewNotification, { body: sample, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
