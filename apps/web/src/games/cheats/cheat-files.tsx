import type { CheatFile } from '@cellar/contract/games/cheats.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import {
  type CheatPlatform,
  type CheatType,
  cheatPlatforms,
  cheatTypes,
} from '@cellar/contract/games/rules/cheats.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CardGrid } from '#ui/lists/card-grid.tsx';
import { CheatCard } from './cheat-card.tsx';
import styles from './cheat-files.module.css';

/** The heading levels of the section, the platforms, the types and the cards. */
const headings = { page: ['h2', 'h3', 'h4', 'h5'], overlay: ['h3', 'h4', 'h5', 'h6'] } as const;

export function CheatFiles({ game, place }: { game: Game; place: 'overlay' | 'page' }) {
  const { t } = useTranslation('cheats');
  const headingId = useId();
  const [Heading, platformHeading, typeHeading, cardHeading] = headings[place];
  if (game.cheatFiles.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <Heading id={headingId}>{t('heading')}</Heading>
      <p className={styles.warning}>
        <IconAlertTriangle size={20} aria-hidden />
        {t('warning')}
      </p>
      <CheatGroups cheats={game.cheatFiles} headings={[platformHeading, typeHeading]}>
        {(cheat) => <CheatCard gameId={game._id} cheat={cheat} place={place} heading={cardHeading} />}
      </CheatGroups>
    </section>
  );
}

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
      <div className={styles.types}>
        {types.map((group) => (
          <section key={group.type} style={{ flexGrow: group.cheats.length }}>
            <TypeHeading className={styles.typeName}>{t(`types.${group.type}`)}</TypeHeading>
            <CardGrid size="medium">
              {group.cheats.map((cheat) => (
                <li key={cheat._id}>{children(cheat)}</li>
              ))}
            </CardGrid>
          </section>
        ))}
      </div>
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
