// A game on its own page. The page passes in content of other features (downloads, cheat files) and the link back.
import type { Game } from '@cellar/contract/games.ts';
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Cover } from '#ui/covers/cover.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { useGenreName } from '../genre-name.ts';
import { GameVideos } from '../media/game-videos.tsx';
import { ScreenshotGallery } from '../media/screenshot-gallery.tsx';
import { GameAmbience } from './game-ambience.tsx';
import { GameFacts } from './game-facts.tsx';
import { GameLinks } from './game-links.tsx';
import styles from './game-profile.module.css';
import { isLongTitle } from './long-title.ts';

export interface GameEditing {
  /** Replacements for title and description; `false` shows the originals. */
  title: ReactNode;
  description: ReactNode;
  buttons: ReactNode;
  /** Full width, below the buttons. */
  form: ReactNode;
}

export interface GameProfileProps {
  game: Game;
  back: ReactNode;
  downloads: ReactNode;
  cheats: ReactNode;
  /** Whether to show a link to the editor. */
  mayEdit?: boolean;
  /** The editor's replacements for parts of the page, and its additional content. */
  editing?: GameEditing | undefined;
  /** Returns the path of the games of a genre. Without it, genres are plain text. */
  genrePath?: ((genre: string) => string) | undefined;
}

export function GameProfile(props: GameProfileProps) {
  const { game, back, downloads, cheats, mayEdit = false, editing, genrePath } = props;
  const { t } = useTranslation('game');
  const { title, boxArtUrl, boxArtThumbhash } = game;
  return (
    <article className={styles.profile} data-editing={editing && (editing.form ? 'form' : 'parts')}>
      <GameAmbience title={title} url={boxArtUrl} thumbhash={boxArtThumbhash} />
      <div className={styles.back}>{back}</div>
      <header className={styles.head}>
        {editing?.title || (
          <h1 className={styles.title} data-long={isLongTitle(title) || undefined}>
            {title}
          </h1>
        )}
        <Platforms game={game} />
        <Genres genres={game.genres} genrePath={genrePath} />
        {!editing && <GameLinks id={game._id} mayEdit={mayEdit} />}
      </header>
      {editing && (
        <div className={styles.tools}>
          {editing.buttons}
          {editing.form}
        </div>
      )}
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
        {editing?.description || <Description text={game.description} />}
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

function Platforms({ game }: { game: Game }) {
  const { t } = useTranslation('game');
  // If there are no files, the download section says so.
  if (game.gameFiles.length === 0) return null;
  return (
    <dl className={styles.tags}>
      <VisuallyHidden component="dt">{t('platforms')}</VisuallyHidden>
      {game.gameFiles.map(({ platform }) => (
        <dd key={platform}>
          <Badge tone="accent">{platform}</Badge>
        </dd>
      ))}
    </dl>
  );
}

function Genres({ genres, genrePath }: { genres: string[]; genrePath: GameProfileProps['genrePath'] }) {
  const { t } = useTranslation('game');
  const genreName = useGenreName();
  if (genres.length === 0) return null;
  return (
    <dl className={styles.tags}>
      <VisuallyHidden component="dt">{t('genres')}</VisuallyHidden>
      {genres.map((genre) => (
        <dd key={genre}>
          {genrePath ? (
            <Link to={genrePath(genre)} className={styles.genre}>
              <Badge>{genreName(genre)}</Badge>
            </Link>
          ) : (
            <Badge>{genreName(genre)}</Badge>
          )}
        </dd>
      ))}
    </dl>
  );
}
