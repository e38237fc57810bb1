import { adminApi } from '@cellar/contract/admin-api.ts';
import type { NotificationKind } from '@cellar/contract/messages/emails.endpoints.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export const notificationSettingsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.notificationSettings,
    queryFn: ({ signal }) => client.call(adminApi.getNotificationSettings, { signal }),
    // New games and sent digests change the data. Unsaved changes stay in the form.
    staleTime: 0,
  });

export interface NotificationSample {
  kind: NotificationKind;
  /** If absent, the saved message is used. */
  customMessage?: string | undefined;
}

/** The custom message as saved, and as currently edited. */
export interface Messages {
  saved: string;
  edited: string;
}

/** Keeps the previous email visible until the next one is loaded. */
export const notificationPreviewQuery = (client: ApiClient, sample: NotificationSample) =>
  queryOptions({
    queryKey: ['notification-preview', sample],
    queryFn: ({ signal }) => client.call(adminApi.previewNotification, { body: sample, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
