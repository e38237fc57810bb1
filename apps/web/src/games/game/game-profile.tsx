// A game on its own page. The page passes in content of other features (downloads, cheat files) and the link back.
import type { Game } from '@cellar/contract/games/games.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Cover } from '#ui/covers/cover.tsx';
import { GameFacts, GenreTags, PlatformTags } from './game-facts.tsx';
import { GameBackdrop, HiddenMark, isLongTitle } from './game-head.tsx';
import { GameLinks } from './game-links.tsx';
import styles from './game-profile.module.css';
import { GameVideos, ScreenshotGallery } from './media/game-media.tsx';

export interface GameProfileProps {
  game: Game;
  back: ReactNode;
  downloads: ReactNode;
  /** What the member notes about the game. */
  marks: ReactNode;
  cheats: ReactNode;
  /** Whether to show a link to the editor. */
  mayEdit: boolean;
  /** As of `GameLinks`. */
  contributePath?: string | undefined;
  /** Returns the path of the games of a genre. Without it, genres are plain text. */
  genrePath?: ((genre: string) => string) | undefined;
}

export function GameProfile(props: GameProfileProps) {
  const { game, back, downloads, marks, cheats, mayEdit, contributePath, genrePath } = props;
  const { t } = useTranslation('game');
  const { title, boxArtUrl, boxArtThumbhash } = game;
  return (
    <article className={styles.profile}>
      <GameBackdrop game={game} />
      <div className={styles.back}>{back}</div>
      <header className={styles.head}>
        <h1 className={styles.title} data-long={isLongTitle(title) || undefined}>
          {title}
        </h1>
        <PlatformTags game={game} />
        <GenreTags genres={game.genres} genrePath={genrePath} />
        {game.isHidden && <HiddenMark game={game} isAdmin={mayEdit} />}
        <GameLinks id={game._id} mayEdit={mayEdit} contributePath={contributePath} />
      </header>
      <div className={styles.side}>
        <div className={styles.cover}>
          <Cover
            title={title}
            url={boxArtUrl}
            thumbhash={boxArtThumbhash}
            sizes="(max-width: 40em) 8rem, 18rem"
            alt={t('boxArt', { title })}
            isEager
          />
        </div>
        <section className={styles.facts} aria-label={t('details')}>
          <GameFacts game={game} />
        </section>
      </div>
      <div className={styles.downloads} data-high={game.gameFiles.length > 3 || undefined}>
        {downloads}
      </div>
      <div className={styles.body}>
        {marks}
        <Description text={game.description} />
        <ScreenshotGallery game={game} heading="h2" />
        <GameVideos game={game} heading="h2" />
        {cheats}
      </div>
    </article>
  );
}

function Description({ text }: { text: string }) {
  const { t } = useTranslation('game');
  if (!text) return null;
  return (
    <section>
      <h2>{t('about')}</h2>
      <p className={styles.description}>{text}</p>
    </section>
  );
}
