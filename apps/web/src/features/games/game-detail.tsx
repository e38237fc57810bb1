// Everything known of one game; what is under `children` stands below the facts. Used by the overlay.
import type { Game } from '@cellar/contract/games.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#lib/format.ts';
import { Cover } from '#ui/cover.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './game-detail.module.css';

export function GameDetail({ game, children }: { game: Game; children: ReactNode }) {
  const { t } = useTranslation('games');
  return (
    <article className={styles.detail}>
      <Ambience url={game.boxArtUrl} title={game.title} />
      <div className={styles.cover}>
        <Cover
          title={game.title}
          url={game.boxArtUrl}
          alt={t('detail.boxArt', { title: game.title })}
          isEager
        />
      </div>
      <div className={styles.words}>
        <h2 className={styles.title}>{game.title}</h2>
        {game.description && <p className={styles.description}>{game.description}</p>}
        <Facts game={game} />
      </div>
      <div className={styles.more}>{children}</div>
    </article>
  );
}

function Facts({ game }: { game: Game }) {
  const { t, i18n } = useTranslation('games');
  const unknown = t('detail.unknown');
  const platforms = game.gameFiles.map(({ platform }) => platform);
  const facts = [
    ['releaseDate', game.releaseDate ? formatDay(game.releaseDate, i18n.language) : unknown],
    ['developer', game.developer || unknown],
    ['publisher', game.publisher || unknown],
    ['genres', game.genres.join(', ') || unknown],
    ['platforms', platforms.join(', ') || t('detail.none')],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`detail.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The cover again, large and blurred, as light behind the head of the dialog. */
function Ambience({ url, title }: { url: string | null; title: string }) {
  return (
    <div className={styles.ambience} aria-hidden>
      <Cover title={title} url={url} />
    </div>
  );
}

export function GameDetailSkeleton({ title, url }: { title: string | undefined; url: string | null }) {
  const { t } = useTranslation('games');
  return (
    <div className={styles.detail} role="status" aria-label={t('detail.loading', { title: title ?? '' })}>
      <div className={styles.cover}>
        {title ? <Cover title={title} url={url} isEager /> : <Skeleton isCover />}
      </div>
      <div className={styles.words}>
        {title ? <h2 className={styles.title}>{title}</h2> : <Skeleton width="60%" height="2rem" />}
        <Skeleton height="0.9rem" />
        <Skeleton width="92%" height="0.9rem" />
        <Skeleton width="55%" height="0.9rem" />
      </div>
      <div className={styles.more}>
        <Skeleton height="4.5rem" />
      </div>
    </div>
  );
}
