// The fields that a match offers, each with a checkbox, and an Apply button.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { EditableField } from '@cellar/contract/games/game-edit.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import type { Offer } from '@cellar/contract/games/matches.ts';
import { artworkUrlAt } from '@cellar/contract/games/rules/artwork.ts';
import { orderedModes, type PlayMode } from '@cellar/contract/games/rules/play-modes.ts';
import { Button, Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '#lib/api-error.ts';
import { formatDay } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { ShownValue } from '#ui/fields/shown-value.tsx';
import layout from '#ui/layout.module.css';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import { useFieldNames } from '../../use-field-names.ts';
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
    <form className={layout.stack4} onSubmit={handleSubmit}>
      {differing.length > 1 && (
        <Group gap="var(--space-2)">
          <TickButton label={t('offer.usual')} onTick={() => setTicked(suggested)} />
          <TickButton label={t('offer.all')} onTick={() => setTicked(differing.map(({ field }) => field))} />
          <TickButton label={t('offer.nothing')} onTick={() => setTicked([])} />
        </Group>
      )}
      {differing.length > 0 ? (
        <ul className={layout.stack3}>
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
  return <p className={layout.small}>{t('offer.same', { fields: nameFields(same) })}</p>;
}

interface Application {
  gameId: string;
  matchId: string;
  /** If absent, the server applies all fields except the title and manually edited ones. */
  fields?: EditableField[];
  /** The revision of the game that the user has seen. */
  revision?: number;
}

interface ApplyHandlers {
  onApplied(game: Game): void;
  /** Called if another admin has changed the game in the meantime. */
  onConflict?: () => void;
}

/** Applies a match to a game: either the selected fields, or those that the server would apply automatically. */
function useApplyMatch({ onApplied, onConflict }: ApplyHandlers) {
  const { t } = useTranslation('matches');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ gameId, matchId, ...choice }: Application) =>
      client.call(adminApi.confirmRescrape, {
        params: { id: gameId },
        body: { selectedGameId: matchId, ...choice },
      }),
    onSuccess: ({ notices, ...game }) => {
      for (const notice of notices) toast.serverWarning(notice);
      onApplied(game);
    },
    onError: (error: ApiError) => {
      toastRefusal(error, t('offer.applyFailed'));
      if (error.code === 'edit_conflict') onConflict?.();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.matches.all }),
  });
}

type OfferFieldProps = Offer['fields'][number] & {
  isTicked: boolean;
  onTick(isTicked: boolean): void;
};

/** One field of an offer: the current value, the offered value, and a checkbox. */
function OfferField({ field, current, offered, isEdited, isTicked, onTick }: OfferFieldProps) {
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
