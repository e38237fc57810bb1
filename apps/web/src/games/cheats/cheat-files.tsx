import type { Game } from '@cellar/contract/games/games.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CheatCard } from './cheat-card.tsx';
import styles from './cheat-files.module.css';
import { CheatGroups } from './cheat-groups.tsx';

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
