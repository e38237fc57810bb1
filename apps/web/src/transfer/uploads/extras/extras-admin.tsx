// The updates and extras of a game in the editor, with running uploads and a form to add one.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import type { Extra } from '@cellar/contract/transfer/extras.ts';
import { extraLabel } from '@cellar/contract/transfer/rules/extras.ts';
import { Button, Flex, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatSize } from '#lib/format.ts';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import cards from '#ui/lists/card-grid.module.css';
import { Section } from '#ui/section.tsx';
import { toast, toastRefusal } from '#ui/toasts/toast.tsx';
import { FileFacts } from '../file-facts.tsx';
import styles from '../game-files.module.css';
import { GameFileList, useGameUploads } from '../game-files.tsx';
import { AddExtra, draftOf, ExtraFields, factsOf } from './extra-form.tsx';

export interface ExtrasAdminProps {
  game: Game;
  /** Called when an extra was changed or deleted. Uploaded extras are reported by the engine. */
  onChanged(): void;
}

export function ExtrasAdmin({ game, onChanged }: ExtrasAdminProps) {
  const { t } = useTranslation('extrasAdmin');
  const list = useRef<HTMLUListElement>(null);
  const { running, unfinished } = useGameUploads(game._id, 'extras');
  const { extras } = game;
  const handleDeleted = () => {
    // The focused button disappears with its row.
    list.current?.focus();
    onChanged();
  };
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      <Flex direction="column" gap="var(--space-5)">
        {extras.length === 0 && running.length === 0 && <p className={styles.facts}>{t('none')}</p>}
        <GameFileList ref={list} label={t('heading')} running={running} unfinished={unfinished}>
          {extras.map((extra) => (
            <li key={extra._id}>
              <ExtraRow game={game} extra={extra} onChanged={onChanged} onDeleted={handleDeleted} />
            </li>
          ))}
        </GameFileList>
        <AddExtra game={game} />
      </Flex>
    </Section>
  );
}

interface ExtraRowProps {
  game: Game;
  extra: Extra;
  /** Called after the extra was changed. */
  onChanged(): void;
  onDeleted(): void;
}

/** An update or extra in the game editor, with buttons to edit its facts and to delete it. */
function ExtraRow({ game, extra, onChanged, onDeleted }: ExtraRowProps) {
  const { t, i18n } = useTranslation('extrasAdmin');
  const { t: tExtras } = useTranslation('extras');
  const [isEditing, setEditing] = useState(false);
  const { kind, platform, fileName, fileSize, note, createdAt } = extra;
  const name = extraLabel(extra);
  const facts = [
    platform ?? t('anyPlatform'),
    fileName,
    formatSize(fileSize, i18n.language),
    t('added', { date: formatDate(createdAt, i18n.language) }),
  ];
  const handleDone = () => {
    setEditing(false);
    onChanged();
  };
  return (
    <article className={`${cards.card} ${styles.row}`}>
      <div className={styles.head}>
        <div className={styles.what}>
          <div className={styles.names}>
            <h3 className={styles.name}>{name}</h3>
            <Badge>{tExtras(`kind.${kind}`)}</Badge>
          </div>
          <p className={styles.facts}>{facts.join(' · ')}</p>
          {note && <p className={styles.note}>{note}</p>}
        </div>
        <Group gap="var(--space-2)">
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPencil size={17} aria-hidden />}
            aria-label={t('editOf', { name })}
            aria-expanded={isEditing}
            onClick={() => setEditing(!isEditing)}
          >
            {t('edit')}
          </Button>
          <DeleteExtra gameId={game._id} extra={extra} onDeleted={onDeleted} />
        </Group>
      </div>
      <FileFacts file={extra} part={name} />
      {isEditing && (
        <EditExtra game={game} extra={extra} onDone={handleDone} onCancel={() => setEditing(false)} />
      )}
    </article>
  );
}

interface EditExtraProps {
  game: Game;
  extra: Extra;
  onDone(): void;
  onCancel(): void;
}

function EditExtra({ game, extra, onDone, onCancel }: EditExtraProps) {
  const { t } = useTranslation('extrasAdmin');
  const { t: tCommon } = useTranslation();
  const client = useApi();
  const [draft, setDraft] = useState(() => draftOf(extra));
  const isNameMissing = !draft.name.trim();
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(extra));
  const save = useMutation({
    mutationFn: () =>
      client.call(adminApi.editExtra, { params: { id: game._id, extraId: extra._id }, body: factsOf(draft) }),
    onSuccess: (saved) => {
      toast.success(t('saved', { name: extraLabel(saved) }));
      onDone();
    },
    onError: (error) => toastRefusal(error, t('saveFailed')),
  });
  useUnsaved({ isUnsaved: isDirty && !save.isSuccess, what: t('unsavedEdit', { name: extraLabel(extra) }) });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isNameMissing) save.mutate();
  };
  return (
    <form
      className={styles.form}
      aria-label={t('editOf', { name: extraLabel(extra) })}
      onSubmit={handleSubmit}
      noValidate
    >
      <ExtraFields
        draft={draft}
        gamePlatforms={game.platforms}
        nameError={isNameMissing ? t('needsName') : undefined}
        onChange={(part) => setDraft((current) => ({ ...current, ...part }))}
      />
      <Group gap="var(--space-3)">
        <Button type="submit" size="sm" loading={save.isPending}>
          {t('save')}
        </Button>
        <Button variant="default" size="sm" onClick={onCancel}>
          {tCommon('cancel')}
        </Button>
      </Group>
    </form>
  );
}

interface DeleteExtraProps {
  gameId: string;
  extra: Extra;
  onDeleted(): void;
}

function DeleteExtra({ gameId, extra, onDeleted }: DeleteExtraProps) {
  const { t, i18n } = useTranslation('extrasAdmin');
  const client = useApi();
  const [isAsking, setAsking] = useState(false);
  const { fileName, fileSize, isInPlace } = extra;
  const name = extraLabel(extra);
  const remove = useMutation({
    mutationFn: () => client.call(adminApi.deleteExtra, { params: { id: gameId, extraId: extra._id } }),
    onSuccess: () => toast.success(t('deleted', { name })),
    onError: (error) => toastRefusal(error, t('deleteFailed')),
    onSettled: () => {
      setAsking(false);
      onDeleted();
    },
  });
  return (
    <>
      <Button
        variant="default"
        color="red"
        size="sm"
        leftSection={<IconTrash size={17} aria-hidden />}
        aria-label={t('deleteOf', { name })}
        onClick={() => setAsking(true)}
      >
        {t('delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('deleteQuestion', { name })}
        text={t(isInPlace ? 'deleteInPlaceText' : 'deleteText', {
          fileName,
          size: formatSize(fileSize, i18n.language),
        })}
        confirmLabel={t(isInPlace ? 'deleteInPlaceConfirm' : 'deleteConfirm')}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
