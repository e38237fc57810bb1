// A collection in a list or on a shelf: its picture, name and facts, as one link.
import type { Collection } from '@cellar/contract/club/collections.endpoints.ts';
import { IconStack2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { collectionPath } from '#lib/paths.ts';
import { Cover } from '#ui/covers/cover.tsx';
import styles from './collection-card.module.css';
import { formatBeginning } from './night-time.ts';

export function CollectionCard({ collection, isEager }: { collection: Collection; isEager?: boolean }) {
  return (
    <Link to={collectionPath(collection._id)} className={styles.card}>
      <Mosaic covers={collection.covers} isEager={isEager} />
      <span className={styles.name}>{collection.name}</span>
      <span className={styles.facts}>
        <CollectionFacts collection={collection} isShort />
      </span>
    </Link>
  );
}

// What a collection is, in one line: its date and place, its games, and whose it is.

interface CollectionFactsProps {
  collection: Collection;
  /** For a narrow place. */
  isShort?: boolean;
}

export function CollectionFacts({ collection, isShort = false }: CollectionFactsProps) {
  const { t, i18n } = useTranslation('collections');
  const { startsAt, place, games, owner, isOwn, isClub, isShared, kind, coming, answer } = collection;
  const facts = [
    startsAt && formatBeginning(startsAt, i18n.language, isShort),
    startsAt && place,
    unbroken(t('games', { count: games })),
    kind === 'smart' && t('smart'),
    isClub && t('club'),
    owner && !isOwn && t('by', { name: owner }),
    isOwn && t(isShared ? 'shared' : 'private'),
    startsAt && coming > 0 && unbroken(t('coming', { count: coming })),
    startsAt && answer === 'coming' && t('youCome'),
  ];
  return facts.filter(Boolean).join('\u00a0· ');
}

const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');

// The picture of a collection: up to four covers of its games, in the shape of one cover.

interface MosaicProps {
  covers: Collection['covers'];
  isEager: boolean | undefined;
}

export function Mosaic({ covers, isEager = false }: MosaicProps) {
  const shown = covers.length < 4 ? covers.slice(0, 1) : covers;
  return (
    <span className={styles.mosaic} data-count={shown.length} aria-hidden>
      {shown.length === 0 && <IconStack2 size={40} stroke={1.2} />}
      {shown.map(({ title, boxArtUrl, boxArtThumbhash }) => (
        <Cover
          key={title}
          title={title}
          url={boxArtUrl}
          thumbhash={boxArtThumbhash}
          sizes="6rem"
          isEager={isEager}
        />
      ))}
    </span>
  );
}
