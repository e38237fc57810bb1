// The tabs of the admin page, as data: a tab is a key of its text and a component. The first one is shown first.
import type { ComponentType } from 'react';
import { GameManagement } from './game-management.tsx';

export interface AdminTab {
  key: 'games';
  Component: ComponentType;
}

export const adminTabs: readonly [AdminTab, ...AdminTab[]] = [{ key: 'games', Component: GameManagement }];
