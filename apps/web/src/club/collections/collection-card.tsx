// A collection in a list or on a shelf: its picture, name and facts, as one link.
import type { Collection } from '@cellar/contract/club/collections.ts';
import { Link } from 'react-router';
import { collectionPath } from '#lib/paths.ts';
import styles from './collection-card.module.css';
import { CollectionFacts } from './collection-facts.tsx';
import { Mosaic } from './mosaic.tsx';

export function CollectionCard({ collection, isEager }: { collection: Collection; isEager?: boolean }) {
  return (
    <Link to={collectionPath(collection._id)} className={styles.card}>
      <Mosaic covers={collection.covers} sizes="6rem" isEager={isEager} />
      <span className={styles.name}>{collection.name}</span>
      <span className={styles.facts}>
        <CollectionFacts collection={collection} isShort />
      </span>
    </Link>
  );
}
