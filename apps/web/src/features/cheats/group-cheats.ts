// Cheat files in the order in which they are shown: by platform, then by type.
import type { CheatFile } from '@cellar/contract/cheats.ts';
import {
  type CheatPlatform,
  type CheatType,
  cheatPlatforms,
  cheatTypes,
} from '@cellar/contract/rules/cheats.ts';

export interface PlatformGroup {
  platform: CheatPlatform;
  types: { type: CheatType; cheats: CheatFile[] }[];
}

/** Without empty groups. */
export function groupCheats(cheats: CheatFile[]): PlatformGroup[] {
  return cheatPlatforms
    .map((platform) => ({ platform, types: byType(cheats.filter((cheat) => cheat.platform === platform)) }))
    .filter(({ types }) => types.length > 0);
}

function byType(cheats: CheatFile[]): PlatformGroup['types'] {
  return cheatTypes
    .map((type) => ({ type, cheats: cheats.filter((cheat) => cheat.type === type) }))
    .filter((group) => group.cheats.length > 0);
}
