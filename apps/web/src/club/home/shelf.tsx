// A row of covers that scrolls sideways, under a heading that leads to the whole list.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconCloudOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Children, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { closeShelves, type KeptShelves, readShelves } from '#lib/offline/shelves.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { StateMessage } from '#ui/feedback/messages.tsx';
import styles from './shelf.module.css';

export interface ShelfProps {
  heading: string;
  /** Shown below the row. */
  hint?: string | undefined;
  /** Leads to the whole list. */
  href?: string | undefined;
  /** Without links, the row itself takes the focus, so that the keyboard can scroll it. */
  hasLinks?: boolean;
  children: ReactNode;
}

export function Shelf({ heading, hint, href, hasLinks = true, children }: ShelfProps) {
  const { t } = useTranslation('home');
  const row = useRef<HTMLUListElement>(null);
  const [isWider, setIsWider] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: added covers make the row wider inside, which the observer does not report
  useEffect(() => {
    const { current } = row;
    if (!current) return;
    const observer = new ResizeObserver(() => setIsWider(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [Children.count(children)]);
  const scroll = (direction: 1 | -1) => {
    const { current } = row;
    current?.scrollBy({ left: direction * current.clientWidth * 0.85 });
  };
  return (
    <section className={styles.shelf} aria-label={heading}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{heading}</h2>
        {href && (
          <Link to={href} className={styles.all} aria-label={t('seeAll', { shelf: heading })}>
            {t('seeAllShort')}
          </Link>
        )}
        {isWider && (
          <span className={styles.arrows} data-skip-arrows>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('back', { shelf: heading })}
              onClick={() => scroll(-1)}
            >
              <IconChevronLeft size={18} stroke={1.7} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('forward', { shelf: heading })}
              onClick={() => scroll(1)}
            >
              <IconChevronRight size={18} stroke={1.7} />
            </ActionIcon>
          </span>
        )}
      </div>
      <ul ref={row} className={styles.row} {...(!hasLinks && { tabIndex: 0, 'aria-label': heading })}>
        {children}
      </ul>
      {hint && <p className={styles.hint}>{hint}</p>}
    </section>
  );
}

export function ShelfItem({ children }: { children: ReactNode }) {
  return <li className={styles.item}>{children}</li>;
}

export interface ShelfGameProps {
  game: Pick<GameListItem, 'title' | 'boxArtUrl' | 'boxArtThumbhash'>;
  href: string;
  isEager?: boolean;
  /** Shown below the title. */
  children?: ReactNode;
}

export function ShelfGame({ game, href, isEager = false, children }: ShelfGameProps) {
  return (
    <ShelfItem>
      <Link to={href} className={styles.card}>
        <span className={styles.cover}>
          <Cover
            title={game.title}
            url={game.boxArtUrl}
            thumbhash={game.boxArtThumbhash}
            sizes="(max-width: 40em) 8rem, 10rem"
            isEager={isEager}
          />
        </span>
        <span className={styles.title}>{game.title}</span>
      </Link>
      {children}
    </ShelfItem>
  );
}

// The home page without a connection: says so, and shows the covers that this browser has kept.

export function OfflineHome({ memberId }: { memberId: string }) {
  const { t, i18n } = useTranslation('home');
  const { data: kept, isPending } = useQuery({
    queryKey: ['kept-shelves'],
    queryFn: async ({ signal }) => {
      const read = await readShelves(memberId);
      // The page was left in the meantime.
      if (read && signal.aborted) closeShelves(read);
      return read;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // They are read again the next time, because their covers are closed.
    gcTime: 0,
  });
  useEffect(() => (kept ? () => closeShelves(kept) : undefined), [kept]);
  if (isPending) return null;
  const { format } = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <StateMessage
        heading="h1"
        icon={<IconCloudOff size={32} stroke={1.4} />}
        title={t(navigator.onLine ? 'offline.unreachable' : 'offline.title')}
        text={kept ? t('offline.kept', { time: format(new Date(kept.keptAt)) }) : t('offline.nothing')}
      />
      {kept?.shelves.map((shelf) => (
        <KeptShelf key={shelf.kind} {...shelf} />
      ))}
    </>
  );
}

/** Nothing leads to a game, because its page could not be loaded. */
function KeptShelf({ kind, games }: KeptShelves['shelves'][number]) {
  const { t } = useTranslation('home');
  return (
    <Shelf heading={t(`shelves.${kind}`)} hasLinks={false}>
      {games.map(({ id, title, cover }) => (
        <ShelfItem key={id}>
          <span className={styles.cover}>
            <Cover title={title} url={cover} />
          </span>
          <span className={styles.title}>{title}</span>
        </ShelfItem>
      ))}
    </Shelf>
  );
}
