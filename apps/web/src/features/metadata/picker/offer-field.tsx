// One field of an offer: the current value, the offered value, and a checkbox.
import type { Offer } from '@cellar/contract/matches.ts';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/feedback/badge.tsx';
import styles from './offer-form.module.css';
import { OfferValue } from './offer-value.tsx';

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
