import type { CheatFile } from '@cellar/contract/games/cheats.ts';
import {
  type CheatPlatform,
  type CheatType,
  cheatPlatforms,
  cheatTypes,
} from '@cellar/contract/games/rules/cheats.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CardGrid } from '#ui/lists/card-grid.tsx';
import styles from './cheat-files.module.css';

interface CheatGroupsProps {
  cheats: CheatFile[];
  headings: readonly [platform: 'h3' | 'h4', type: 'h4' | 'h5'];
  children(cheat: CheatFile): ReactNode;
}

export function CheatGroups({ cheats, headings, children }: CheatGroupsProps) {
  const { t } = useTranslation('cheats');
  const [PlatformHeading, TypeHeading] = headings;
  return groupCheats(cheats).map(({ platform, types }) => (
    <section key={platform} className={styles.platform}>
      <PlatformHeading className={styles.platformName}>{platform}</PlatformHeading>
      {types.map((group) => (
        <section key={group.type}>
          <TypeHeading className={styles.typeName}>{t(`types.${group.type}`)}</TypeHeading>
          <CardGrid size="large" isFilled>
            {group.cheats.map((cheat) => (
              <li key={cheat._id}>{children(cheat)}</li>
            ))}
          </CardGrid>
        </section>
      ))}
    </section>
  ));
}

interface PlatformGroup {
  platform: CheatPlatform;
  types: { type: CheatType; cheats: CheatFile[] }[];
}

/** Groups cheat files by platform, then by type, in display order. Omits empty groups. */
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
