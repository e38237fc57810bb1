// The unsaved changes of a settings form.
import type { AdminSettings } from '@cellar/contract/admin/site.endpoints.ts';
import type { adminApi } from '@cellar/contract/admin-api.ts';
import type { BodyInputOf } from '@cellar/contract/endpoint.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { issueTexts } from '#i18n/issue-text.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';

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

// The state of a settings form: saved values, unsaved changes, and saving. `isSaved` is true for three seconds after a
// save.

interface SettingsDraftOptions<Values, Answer> {
  saved: Values;
  send(changes: Partial<Values>): Promise<Answer>;
  onSaved(answer: Answer): void;
  /** The message if saving fails. */
  failed: string;
  /** The warning if the admin leaves with unsaved changes. */
  unsaved: string;
}

export function useSettingsDraft<Values extends object, Answer>(
  options: SettingsDraftOptions<Values, Answer>,
) {
  const { saved, send, onSaved, failed, unsaved } = options;
  const [changes, setChanges] = useState<Partial<Values>>({});
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (answer, sent) => {
      onSaved(answer);
      // The admin may have changed other values in the meantime.
      setChanges((current) => differing(current, sent));
    },
    // A conflict has a reason that the admin can do something about.
    onError: (error) => (error.status === 409 ? toastRefusal(error, failed) : toast.error(failed)),
  });
  const { isSuccess, isPending, reset } = mutation;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, limits.messageMs);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);
  const isChanged = Object.keys(changes).length > 0;
  useUnsaved({ isUnsaved: isChanged, what: unsaved });
  const change = (part: Partial<Values>) => {
    // A reset during a save would enable the button for a second one.
    if (!isPending) reset();
    setChanges(differing({ ...changes, ...part }, saved));
  };
  return {
    values: { ...saved, ...changes },
    /** The server's validation errors by field name, such as `siteName`. */
    issues: issueTexts(mutation.error),
    isChanged,
    isSaving: isPending,
    isSaved: isSuccess,
    change,
    discard: () => change(saved),
    save: () => isChanged && !isPending && mutation.mutate(changes),
  };
}
