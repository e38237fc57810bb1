// Collections on the home page: the next LAN night, and a shelf.
import type { Collection } from '@cellar/contract/club/collections.ts';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CollectionCard } from '#club/collections/collection-card.tsx';
import { CollectionFacts } from '#club/collections/collection-facts.tsx';
import { Shelf, ShelfItem } from '#club/home/shelf.tsx';
import { collectionPath, paths } from '#lib/paths.ts';
import styles from './home-collections.module.css';

export function NextNight({ night }: { night: Collection }) {
  const { t } = useTranslation('collections');
  return (
    <section className={styles.night} aria-label={t('nextNight')}>
      <IconCalendarEvent size={28} stroke={1.6} aria-hidden />
      <div className={styles.words}>
        <p className={styles.label}>{t('nextNight')}</p>
        <h2 className={styles.name}>
          <Link to={collectionPath(night._id)}>{night.name}</Link>
        </h2>
        <p className={styles.facts}>
          <CollectionFacts collection={night} />
        </p>
      </div>
    </section>
  );
}

export function CollectionShelf({ collections }: { collections: readonly Collection[] }) {
  const { t } = useTranslation('collections');
  return (
    <Shelf heading={t('title')} href={paths.collections}>
      {collections.map((collection) => (
        <ShelfItem key={collection._id}>
          <CollectionCard collection={collection} />
        </ShelfItem>
      ))}
    </Shelf>
  );
}
