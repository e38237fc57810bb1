// The unsaved changes of a settings form.

import type { AdminSettings } from '@cellar/contract/admin/settings.ts';
import type { adminApi } from '@cellar/contract/admin-api.ts';
import type { BodyInputOf } from '@cellar/contract/endpoint.ts';

export type SettingsValues = AdminSettings['systemSettings'] &
  AdminSettings['security'] &
  AdminSettings['usageStatistics'] &
  AdminSettings['downloadHistoryRetention'];

/** Contains only changed values, so that two admins who change different settings do not overwrite each other. */
export type SettingsChanges = Partial<SettingsValues>;

export function valuesOf(settings: AdminSettings): SettingsValues {
  const { systemSettings, security, usageStatistics, downloadHistoryRetention } = settings;
  return { ...systemSettings, ...security, ...usageStatistics, ...downloadHistoryRetention };
}

/** Returns the values that differ from the same ones in `others`. */
export function differing<Values extends object>(
  values: Partial<Values>,
  others: Partial<Values>,
): Partial<Values> {
  // Some values are lists of objects.
  const left = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(others[name as keyof Values]) !== JSON.stringify(value),
  );
  return Object.fromEntries(left) as Partial<Values>;
}

export function bodyOf(changes: SettingsChanges): BodyInputOf<typeof adminApi.updateSettings> {
  const { maxUserRetention, requireSecondFactor, places, ...rest } = changes;
  const { enabled, trackDownloads, trackUserActivity, ...others } = rest;
  // Rows that were added but not filled in are dropped.
  const filled = places?.filter(({ name, range }) => name.trim() || range.trim());
  const systemSettings = { ...others, ...(filled && { places: filled }) };
  const usageStatistics = defined({ enabled, trackDownloads, trackUserActivity });
  const security = defined({ requireSecondFactor });
  const downloadHistoryRetention = defined({ maxUserRetention });
  return {
    ...(Object.keys(systemSettings).length > 0 && { systemSettings }),
    ...(Object.keys(security).length > 0 && { security }),
    ...(Object.keys(usageStatistics).length > 0 && { usageStatistics }),
    ...(Object.keys(downloadHistoryRetention).length > 0 && { downloadHistoryRetention }),
  };
}

function defined<Values extends object>(
  values: Values,
): { [Name in keyof Values]?: NonNullable<Values[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
