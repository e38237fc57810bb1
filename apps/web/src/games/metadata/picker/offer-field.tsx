// One field of an offer: the current value, the offered value, and a checkbox.
import type { EditableField } from '@cellar/contract/games/game-edit.ts';
import type { Offer } from '@cellar/contract/games/matches.ts';
import { artworkUrlAt } from '@cellar/contract/games/rules/artwork.ts';
import { orderedModes, type PlayMode } from '@cellar/contract/games/rules/play-modes.ts';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#lib/format.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { ShownValue } from '#ui/fields/shown-value.tsx';
import styles from './offer-form.module.css';

export type OfferFieldProps = Offer['fields'][number] & {
  isTicked: boolean;
  onTick(isTicked: boolean): void;
};

export function OfferField({ field, current, offered, isEdited, isTicked, onTick }: OfferFieldProps) {
  const { t } = useTranslation('matches');
  const { t: tEditor } = useTranslation('gameEditor');
  return (
    <li className={styles.field} data-ticked={isTicked || undefined}>
      <label className={styles.tick}>
        <input type="checkbox" checked={isTicked} onChange={(event) => onTick(event.currentTarget.checked)} />
        <span className={styles.name}>{tEditor(`fields.${field}`)}</span>
        {isEdited && <Badge tone="info">{t('offer.edited')}</Badge>}
      </label>
      <div className={styles.side} data-side="current">
        <p className={styles.sideName}>{t('offer.current')}</p>
        <OfferValue field={field} value={current} />
      </div>
      <div className={styles.side} data-side="offered">
        <p className={styles.sideName}>{t('offer.offered')}</p>
        <OfferValue field={field} value={offered} />
      </div>
    </li>
  );
}

interface OfferValueProps {
  field: EditableField;
  value: Offer['fields'][number]['current'];
}

/** Shows a text, number, date, list or pictures. */
function OfferValue({ field, value }: OfferValueProps) {
  const { t, i18n } = useTranslation('matches');
  const { t: tEditor } = useTranslation('gameEditor');
  const items = [value ?? ''].flat().filter((item) => String(item).trim() !== '');
  const words: Words = { language: i18n.language, nameOf: (mode) => tEditor(`modes.${mode}`) };
  const isPicture = field === 'boxArtUrl' || field === 'gameplayImages';
  const pictures = items.map((url, index) => ({
    src: artworkUrlAt(String(url), 400),
    alt: t('offer.picture', { number: index + 1 }),
  }));
  return (
    <ShownValue
      text={items.length > 0 ? textOf(field, items, words) : ''}
      pictures={isPicture ? pictures : undefined}
      empty={t('offer.empty')}
      isTall={field === 'boxArtUrl'}
    />
  );
}

interface Words {
  language: string;
  nameOf(mode: PlayMode): string;
}

function textOf(field: EditableField, items: (string | number)[], { language, nameOf }: Words): string {
  if (field === 'releaseDate') return formatDay(String(items[0]), language);
  if (field === 'modes') return orderedModes(items.map(String)).map(nameOf).join(', ');
  if (field === 'rating' || field === 'ratingCount' || field === 'maxPlayers') {
    return new Intl.NumberFormat(language).format(Number(items[0]));
  }
  return items.join(field === 'genres' ? ', ' : '\n');
}
