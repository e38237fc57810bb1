// The cheat files, trainers and mods of a game, for members; nothing when there are none. Used by the game's overlay and page.
import type { CheatFile } from '@cellar/contract/cheats.ts';
import type { Game } from '@cellar/contract/games.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CheatCard } from './cheat-card.tsx';
import styles from './cheat-files.module.css';
import { groupCheats } from './group-cheats.ts';

type Place = 'overlay' | 'page';

/** One below the other: of the section, a platform, a type, a card. The overlay is one step further down in its page. */
const headings = { page: ['h2', 'h3', 'h4', 'h5'], overlay: ['h3', 'h4', 'h5', 'h6'] } as const;

export function CheatFiles({ game, place }: { game: Game; place: Place }) {
  const { t } = useTranslation('cheats');
  const headingId = useId();
  const [Heading, PlatformHeading, TypeHeading, cardHeading] = headings[place];
  if (game.cheatFiles.length === 0) return null;
  const renderCard = (cheat: CheatFile) => (
    <li key={cheat._id}>
      <CheatCard gameId={game._id} cheat={cheat} place={place} heading={cardHeading} />
    </li>
  );
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <Heading id={headingId}>{t('heading')}</Heading>
      <p className={styles.warning}>
        <IconAlertTriangle size={20} aria-hidden />
        {t('warning')}
      </p>
      {groupCheats(game.cheatFiles).map(({ platform, types }) => (
        <section key={platform} className={styles.platform}>
          <PlatformHeading className={styles.platformName}>{platform}</PlatformHeading>
          {types.map(({ type, cheats }) => (
            <section key={type}>
              <TypeHeading className={styles.typeName}>{t(`types.${type}`)}</TypeHeading>
              <ul className={styles.list}>{cheats.map(renderCard)}</ul>
            </section>
          ))}
        </section>
      ))}
    </section>
  );
}
