// The home page without a connection: says so, and shows the covers that this browser has kept.
import { IconCloudOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { closeShelves, type KeptShelves, readShelves } from '#lib/offline/shelves.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { StateMessage } from '#ui/feedback/state-message.tsx';
import styles from './shelf.module.css';
import { Shelf, ShelfItem } from './shelf.tsx';

export function OfflineHome({ memberId }: { memberId: string }) {
  const { t, i18n } = useTranslation('home');
  const { data: kept, isPending } = useQuery({
    queryKey: queryKeys.keptShelves,
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
