// The Admin Settings tab. The bar shows the site's name, and the member's preferences depend on how often the site
// sends emails, so both are refetched after a change.
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
