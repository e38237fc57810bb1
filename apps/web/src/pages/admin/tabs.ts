// The tabs of the admin page: key in the URL, text, component, and an optional badge. The first tab is the default.
import type { ComponentType } from 'react';
import { lazyComponent } from '#lib/lazy-code.ts';
import { WaitingBadge } from '#people/users/waiting-badge.tsx';
import { QuarantinedBadge } from '#transfer/virus-scans/quarantined-badge.tsx';
import { AdminSettingsTab } from './admin-settings.tsx';
import { GameManagement } from './game-management.tsx';
import { GamesBadge } from './games-badge.tsx';
import { Tools } from './tools.tsx';
import { UserManagement } from './user-management.tsx';

const DownloadActivity = lazyComponent(
  async () => (await import('./download-activity.tsx')).DownloadActivity,
);

export interface AdminTab {
  key: string;
  label: 'admin:tabs.games' | 'settings:tab' | 'users:tab' | 'downloadActivity:tab' | 'tools:tab';
  Component: ComponentType;
  Badge?: ComponentType;
}

export const adminTabs: readonly AdminTab[] = [
  { key: 'games', label: 'admin:tabs.games', Component: GameManagement, Badge: GamesBadge },
  { key: 'settings', label: 'settings:tab', Component: AdminSettingsTab },
  { key: 'users', label: 'users:tab', Component: UserManagement, Badge: WaitingBadge },
  { key: 'activity', label: 'downloadActivity:tab', Component: DownloadActivity },
  { key: 'tools', label: 'tools:tab', Component: Tools, Badge: QuarantinedBadge },
];
