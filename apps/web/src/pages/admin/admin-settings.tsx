// The Admin Settings tab. The bar knows the site's name too, so it is told when that changes.
import { useQueryClient } from '@tanstack/react-query';
import { MetadataSettings } from '#features/metadata/metadata-settings.tsx';
import { AdminSettings } from '#features/settings/admin-settings.tsx';
import { siteKey } from '#features/site/site.queries.ts';
import styles from './tab.module.css';

export function AdminSettingsTab() {
  const queryClient = useQueryClient();
  return (
    <div className={styles.tab}>
      <AdminSettings onSaved={() => void queryClient.invalidateQueries({ queryKey: siteKey })} />
      <MetadataSettings />
    </div>
  );
}
