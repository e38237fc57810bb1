// The platforms and genres of a game, as tags below its title.
import type { Game } from '@cellar/contract/games/games.ts';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Badge } from '#ui/feedback/badge.tsx';
import { useGenreName } from '../genre-name.ts';
import styles from './game-tags.module.css';

export function PlatformTags({ game }: { game: Game }) {
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

export interface GenreTagsProps {
  genres: string[];
  /** Returns the path of the games of a genre. Without it, genres are plain text. */
  genrePath?: ((genre: string) => string) | undefined;
}

export function GenreTags({ genres, genrePath }: GenreTagsProps) {
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
