// The Admin Settings tab. The bar knows the site's name too, so it is told when that changes.
import { useQueryClient } from '@tanstack/react-query';
import { AdminSettings } from '#features/settings/admin-settings.tsx';
import { siteKey } from '#features/site/site.queries.ts';

export function AdminSettingsTab() {
  const queryClient = useQueryClient();
  return <AdminSettings onSaved={() => void queryClient.invalidateQueries({ queryKey: siteKey })} />;
}
