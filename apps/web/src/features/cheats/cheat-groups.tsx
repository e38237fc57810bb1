// Cheat files by platform, then by type, each as a card. Used by the member's view and the admin's.
import type { CheatFile } from '@cellar/contract/cheats.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CardGrid } from '#ui/lists/card-grid.tsx';
import styles from './cheat-files.module.css';
import { groupCheats } from './group-cheats.ts';

export interface CheatGroupsProps {
  cheats: CheatFile[];
  /** Of a platform and of a type. */
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
