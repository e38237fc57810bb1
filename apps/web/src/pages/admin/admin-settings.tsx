// The Admin Settings tab. After a change, refetches the site's name, which the bar shows, and the member's preferences,
// which depend on the site's email frequency.
import { useQueryClient } from '@tanstack/react-query';
import { preferencesQuery } from '#features/account/preferences.queries.ts';
import { LearnedNames } from '#features/metadata/settings/learned-names.tsx';
import { MetadataSettings } from '#features/metadata/settings/metadata-settings.tsx';
import { PlatformSettings } from '#features/platforms/platform-settings.tsx';
import { AdminSettings } from '#features/settings/admin-settings.tsx';
import { MailServer } from '#features/settings/mail-server/mail-server.tsx';
import { NotificationSettings } from '#features/settings/notification-settings.tsx';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import styles from './tab.module.css';

export function AdminSettingsTab() {
  const queryClient = useQueryClient();
  const { queryKey: preferencesKey } = preferencesQuery(useApi());
  const handleMailServer = () => {
    for (const queryKey of [queryKeys.site, queryKeys.notificationSettings, queryKeys.health]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
  return (
    <div className={styles.tab}>
      <AdminSettings onSaved={() => void queryClient.invalidateQueries({ queryKey: queryKeys.site })} />
      <MailServer onSaved={handleMailServer} />
      <NotificationSettings
        onSaved={() => void queryClient.invalidateQueries({ queryKey: preferencesKey })}
      />
      <MetadataSettings />
      <LearnedNames />
      <PlatformSettings />
    </div>
  );
}
