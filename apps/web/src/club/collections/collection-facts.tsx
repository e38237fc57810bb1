// What a collection is, in one line: its date and place, its games, and whose it is.
import type { Collection } from '@cellar/contract/club/collections.ts';
import { useTranslation } from 'react-i18next';
import { formatBeginning } from './night-time.ts';

export interface CollectionFactsProps {
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
    t('games', { count: games }),
    kind === 'smart' && t('smart'),
    isClub && t('club'),
    owner && !isOwn && t('by', { name: owner }),
    isOwn && t(isShared ? 'shared' : 'private'),
    startsAt && coming > 0 && t('coming', { count: coming }),
    startsAt && answer === 'coming' && t('youCome'),
  ];
  return facts.filter(Boolean).join(' · ');
}
