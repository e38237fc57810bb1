// Displays a field's value: text, number, date, list or pictures.
import type { EditableField } from '@cellar/contract/game-edit.ts';
import type { Offer } from '@cellar/contract/matches.ts';
import { artworkUrlAt } from '@cellar/contract/rules/artwork.ts';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#lib/format.ts';
import { ShownValue } from '#ui/fields/shown-value.tsx';

export interface OfferValueProps {
  field: EditableField;
  value: Offer['fields'][number]['current'];
}

export function OfferValue({ field, value }: OfferValueProps) {
  const { t, i18n } = useTranslation('matches');
  const items = [value ?? ''].flat().filter((item) => String(item).trim() !== '');
  const isPicture = field === 'boxArtUrl' || field === 'gameplayImages';
  const pictures = items.map((url, index) => ({
    src: artworkUrlAt(String(url), 400),
    alt: t('offer.picture', { number: index + 1 }),
  }));
  return (
    <ShownValue
      text={items.length > 0 ? textOf(field, items, i18n.language) : ''}
      pictures={isPicture ? pictures : undefined}
      empty={t('offer.empty')}
      isTall={field === 'boxArtUrl'}
    />
  );
}

function textOf(field: EditableField, items: (string | number)[], language: string): string {
  if (field === 'releaseDate') return formatDay(String(items[0]), language);
  if (field === 'rating' || field === 'ratingCount') {
    return new Intl.NumberFormat(language).format(Number(items[0]));
  }
  return items.join(field === 'genres' ? ', ' : '\n');
}
