// The fields that a match offers, each with a checkbox, and an Apply button.
import type { EditableField } from '@cellar/contract/games/game-edit.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import type { Offer } from '@cellar/contract/games/matches.ts';
import { Button, Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#ui/toasts/toast.tsx';
import { useApplyMatch } from '../matches/use-apply-match.ts';
import { useFieldNames } from '../matches/use-field-names.ts';
import { OfferField } from './offer-field.tsx';
import styles from './offer-form.module.css';

export interface OfferFormProps {
  gameId: string;
  offer: Offer;
  onConflict(): void;
  onApplied(game: Game): void;
}

export function OfferForm({ gameId, offer, onConflict, onApplied }: OfferFormProps) {
  const { t } = useTranslation('matches');
  const differing = offer.fields.filter(({ isSame }) => !isSame);
  const suggested = differing.filter(({ isTaken }) => isTaken).map(({ field }) => field);
  const [ticked, setTicked] = useState<EditableField[]>(suggested);
  const apply = useApplyMatch({
    onConflict,
    onApplied(game) {
      toast.success(t('offer.applied'));
      onApplied(game);
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (apply.isPending) return;
    apply.mutate({ gameId, matchId: offer.match.id, fields: ticked, revision: offer.revision });
  };
  const toggle = (field: EditableField, isTicked: boolean) =>
    setTicked((now) => (isTicked ? [...now, field] : now.filter((other) => other !== field)));
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      {differing.length > 1 && (
        <Group gap="var(--space-2)">
          <TickButton label={t('offer.usual')} onTick={() => setTicked(suggested)} />
          <TickButton label={t('offer.all')} onTick={() => setTicked(differing.map(({ field }) => field))} />
          <TickButton label={t('offer.nothing')} onTick={() => setTicked([])} />
        </Group>
      )}
      {differing.length > 0 ? (
        <ul className={styles.fields}>
          {differing.map((field) => (
            <OfferField
              key={field.field}
              {...field}
              isTicked={ticked.includes(field.field)}
              onTick={(isTicked) => toggle(field.field, isTicked)}
            />
          ))}
        </ul>
      ) : (
        <p>{t('offer.allSame')}</p>
      )}
      <SameFields offer={offer} />
      <div className={styles.actions}>
        <Button type="submit" leftSection={<IconCheck size={18} />} loading={apply.isPending}>
          {ticked.length > 0 ? t('offer.apply', { count: ticked.length }) : t('offer.applyNone')}
        </Button>
      </div>
    </form>
  );
}

function TickButton({ label, onTick }: { label: string; onTick(): void }) {
  return (
    <Button variant="default" size="compact-sm" onClick={onTick}>
      {label}
    </Button>
  );
}

function SameFields({ offer }: { offer: Offer }) {
  const { t } = useTranslation('matches');
  const nameFields = useFieldNames();
  const same = offer.fields.filter(({ isSame }) => isSame).map(({ field }) => field);
  if (same.length === 0) return null;
  return <p className={styles.same}>{t('offer.same', { fields: nameFields(same) })}</p>;
}
