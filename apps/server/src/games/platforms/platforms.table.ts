import type { PlatformIcon } from '@cellar/contract/games/rules/platform-icons.ts';

export interface OwnPlatformsTable {
  id: string;
  /** Platform files store the name, not the id. */
  name: string;
  /** `titleKey` of the name. */
  nameKey: string;
  /** A JSON array of texts. */
  aliases: string;
  icon: PlatformIcon;
  /** Counted from 1. */
  position: number;
  createdAt: string;
}
