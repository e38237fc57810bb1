import { api } from '@cellar/contract/api.ts';
import type { NotificationKind } from '@cellar/contract/notifications.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export const notificationSettingsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.notificationSettings,
    queryFn: ({ signal }) => client.call(api.getNotificationSettings, { signal }),
    // New games and sent digests change the answer; unsaved changes stay in the form.
    staleTime: 0,
  });

export interface NotificationSample {
  kind: NotificationKind;
  /** The saved message if absent. */
  customMessage?: string | undefined;
}

/** The custom message as stored, and as currently edited in the form. */
export interface Messages {
  saved: string;
  edited: string;
}

/** The previous email stays visible until the next one is loaded. */
export const notificationPreviewQuery = (client: ApiClient, sample: NotificationSample) =>
  queryOptions({
    queryKey: queryKeys.notificationPreview(sample),
    queryFn: ({ signal }) => client.call(api.previewNotification, { body: sample, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
