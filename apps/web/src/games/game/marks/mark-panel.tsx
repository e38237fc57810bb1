// What the member notes about a game: favorite, thumbs up, status and a private note.

import type { GameMarks, GameMarksChange } from '@cellar/contract/club/marks.endpoints.ts';
import { type PlayState, playStates } from '@cellar/contract/club/rules/marks.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { ActionIcon, Textarea, VisuallyHidden } from '@mantine/core';
import {
  IconStar,
  IconStarFilled,
  IconThumbUp,
  IconThumbUpFilled,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useKeptText } from '#lib/kept-text-context.ts';
import { useApi } from '#lib/services-context.ts';
import { Select } from '#ui/fields/select.tsx';
import layout from '#ui/layout.module.css';
import styles from './mark-panel.module.css';
import { gameMarksQuery, useChangeMarks } from './marks.queries.ts';

const nothing: GameMarks = { isFavorite: false, playState: null, isLiked: false, note: '', likes: 0 };

export interface MarkPanelProps {
  game: { _id: string; title: string };
  /** The game's menu, at the end of the row. `addNote` is undefined if the note is shown or not loaded. */
  renderMenu(addNote: (() => void) | undefined): ReactNode;
}

export function MarkPanel({ game: { _id: id, title }, renderMenu }: MarkPanelProps) {
  const { t } = useTranslation('marks');
  const { data, isError } = useQuery(gameMarksQuery(useApi(), id));
  const change = useChangeMarks(id);
  const note = useRef<HTMLTextAreaElement>(null);
  // The field stays visible when its text is deleted.
  const [hasNote, setHasNote] = useState(false);
  if (data?.note && !hasNote) setHasNote(true);
  const addNote = () => {
    flushSync(() => setHasNote(true));
    note.current?.focus();
  };
  return (
    <section className={styles.panel} aria-label={t('label', { title })} aria-busy={!data}>
      <div className={styles.switches}>
        {isError ? (
          <p className={layout.dim}>{t('loadFailed')}</p>
        ) : (
          <Switches marks={data ?? nothing} isDisabled={!data} onChange={change.mutate} />
        )}
        <div className={styles.menu}>{renderMenu(data && !hasNote ? addNote : undefined)}</div>
      </div>
      {data && (
        // Rendered even while it is hidden, because it may restore what was typed when the session expired.
        <div hidden={!hasNote}>
          <Note key={id} field={note} gameId={id} note={data.note} onType={() => setHasNote(true)} />
        </div>
      )}
    </section>
  );
}

interface SwitchesProps {
  marks: GameMarks;
  /** What they show is not known yet. */
  isDisabled: boolean;
  onChange(change: GameMarksChange): void;
}

function Switches({ marks, isDisabled, onChange }: SwitchesProps) {
  const { isFavorite, isLiked, likes, playState } = marks;
  const { t, i18n } = useTranslation('marks');
  const states = playStates.map((state) => ({ value: state, label: t(state) }));
  return (
    <>
      <Switch
        label={t('favorite')}
        pad="favorite"
        icon={isFavorite ? IconStarFilled : IconStar}
        isOn={isFavorite}
        isDisabled={isDisabled}
        onClick={() => onChange({ isFavorite: !isFavorite })}
      />
      <Select
        aria-label={t('state')}
        size="sm"
        disabled={isDisabled}
        className={styles.state}
        value={playState ?? ''}
        data={[{ value: '', label: t('none') }, ...states]}
        onChange={(event) => onChange({ playState: (event.currentTarget.value || null) as PlayState | null })}
      />
      <Switch
        label={t('like')}
        icon={isLiked ? IconThumbUpFilled : IconThumbUp}
        isOn={isLiked}
        isDisabled={isDisabled}
        onClick={() => onChange({ isLiked: !isLiked })}
      />
      {likes > 0 && (
        <span className={layout.small} title={t('likes', { count: likes })}>
          <span aria-hidden>{new Intl.NumberFormat(i18n.language).format(likes)}</span>
          <VisuallyHidden>{t('likes', { count: likes })}</VisuallyHidden>
        </span>
      )}
    </>
  );
}

interface SwitchProps {
  label: string;
  pad?: string;
  icon: TablerIcon;
  isOn: boolean;
  isDisabled: boolean;
  onClick(): void;
}

function Switch({ label, pad, icon: Icon, isOn, isDisabled, onClick }: SwitchProps) {
  return (
    <ActionIcon
      variant="default"
      size="input-sm"
      aria-label={label}
      title={label}
      data-pad={pad}
      aria-pressed={isOn}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon size={18} stroke={1.7} />
    </ActionIcon>
  );
}

const pauseMs = 1000;

interface NoteProps {
  field: RefObject<HTMLTextAreaElement | null>;
  gameId: string;
  note: string;
  onType(): void;
}

/** Saved when the typing pauses, when the field is left, and when the panel or the page is. */
function Note({ field, gameId, note, onType }: NoteProps) {
  const { t } = useTranslation('marks');
  const change = useChangeMarks(gameId);
  const [text, setText] = useState(note);
  const [saved, setSaved] = useState(note);
  const [known, setKnown] = useState(note);
  const sending = useRef<string>(undefined);
  const keepText = useKeptText(`note ${gameId}`);
  const isChanged = text.trim() !== saved.trim();

  // It was changed in another tab.
  if (note !== known) {
    setKnown(note);
    if (!isChanged && note.trim() !== saved.trim()) {
      setText(note);
      setSaved(note);
    }
  }

  function save(): void {
    if (!isChanged || sending.current === text) return;
    sending.current = text;
    change
      .mutateAsync({ note: text })
      .then(() => setSaved(text))
      // It is tried again when the field is left.
      .catch(() => undefined)
      .finally(() => {
        sending.current = undefined;
      });
  }
  const saveLatest = useEffectEvent(save);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the pause again
  useEffect(() => {
    const timer = setTimeout(() => saveLatest(), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const handleLeave = () => saveLatest();
    window.addEventListener('pagehide', handleLeave);
    return () => {
      window.removeEventListener('pagehide', handleLeave);
      saveLatest();
    };
  }, []);
  return (
    <div ref={keepText}>
      <Textarea
        ref={field}
        label={t('note')}
        description={change.isSuccess && !isChanged ? t('noteSaved') : t('noteHint')}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={limits.noteMax}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          onType();
        }}
        onBlur={save}
      />
    </div>
  );
}
