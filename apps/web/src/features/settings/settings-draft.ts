// The form of the settings: what was loaded with what has been changed since. Used by settings-form.tsx.
import type { api } from '@cellar/contract/api.ts';
import type { BodyInputOf } from '@cellar/contract/endpoint.ts';
import type { AdminSettings } from '@cellar/contract/settings.ts';

export type SettingsValues = AdminSettings['systemSettings'] & AdminSettings['downloadHistoryRetention'];

/** Only what differs: two admins who change different settings do not undo each other. */
export type SettingsChanges = Partial<SettingsValues>;

export function valuesOf({ systemSettings, downloadHistoryRetention }: AdminSettings): SettingsValues {
  return { ...systemSettings, ...downloadHistoryRetention };
}

/** The changes with one more; a value set back to what is saved is none. */
export function withChange(
  saved: SettingsValues,
  changes: SettingsChanges,
  part: SettingsChanges,
): SettingsChanges {
  const all = Object.entries({ ...changes, ...part });
  return Object.fromEntries(all.filter(([name, value]) => saved[name as keyof SettingsValues] !== value));
}

/** What is left to save once `sent` is saved: somebody may have typed on meanwhile. */
export function withoutSent(changes: SettingsChanges, sent: SettingsChanges): SettingsChanges {
  const all = Object.entries(changes);
  return Object.fromEntries(all.filter(([name, value]) => sent[name as keyof SettingsValues] !== value));
}

export function bodyOf({
  maxUserRetention,
  ...system
}: SettingsChanges): BodyInputOf<typeof api.updateSettings> {
  return {
    ...(Object.keys(system).length > 0 && { systemSettings: system }),
    ...(maxUserRetention !== undefined && { downloadHistoryRetention: { maxUserRetention } }),
  };
}
