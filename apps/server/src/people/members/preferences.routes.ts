import type { Router } from '#http/route.ts';
import type { PreferencesService } from './preferences.service.ts';

export function preferencesRoutes(router: Router, preferences: PreferencesService): void {
  router.mount('getPreferences', async ({ member }) => preferences.get(member));
  router.mount('updatePreferences', async ({ member, body }) => preferences.update(member, body));
}
