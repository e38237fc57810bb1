// The Admin Settings tab. The bar knows the site's name too, and the own preferences how often the site mails: both are
// told when that changes.
import { useQueryClient } from '@tanstack/react-query';
import { preferencesQuery } from '#features/account/preferences.queries.ts';
import { MetadataSettings } from '#features/metadata/settings/metadata-settings.tsx';
import { AdminSettings } from '#features/settings/admin-settings.tsx';
import { NotificationSettings } from '#features/settings/notification-settings.tsx';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import styles from './tab.module.css';

export function AdminSettingsTab() {
  const queryClient = useQueryClient();
  const { queryKey: preferencesKey } = preferencesQuery(useApi());
  return (
    <div className={styles.tab}>
      <AdminSettings onSaved={() => void queryClient.invalidateQueries({ queryKey: queryKeys.site })} />
      <NotificationSettings
        onSaved={() => void queryClient.invalidateQueries({ queryKey: preferencesKey })}
      />
      <MetadataSettings />
    </div>
  );
}
