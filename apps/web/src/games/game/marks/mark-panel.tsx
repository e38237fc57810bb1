// What the member notes about a game: favorite, thumbs up, status and a private note.

import type { GameMarks, GameMarksChange } from '@cellar/contract/club/marks.endpoints.ts';
import { type PlayState, playStates } from '@cellar/contract/club/rules/marks.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, Textarea } from '@mantine/core';
import { IconStar, IconStarFilled, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptText } from '#lib/kept-text-context.ts';
import { useApi } from '#lib/services-context.ts';
import { Select } from '#ui/fields/select.tsx';
import layout from '#ui/layout.module.css';
import styles from './mark-panel.module.css';
import { gameMarksQuery, useChangeMarks } from './marks.queries.ts';

const nothing: GameMarks = { isFavorite: false, playState: null, isLiked: false, note: '', likes: 0 };

export function MarkPanel({ game: { _id: id, title } }: { game: { _id: string; title: string } }) {
  const { t } = useTranslation('marks');
  const { data, isError } = useQuery(gameMarksQuery(useApi(), id));
  const change = useChangeMarks(id);
  if (isError) return <p className={layout.dim}>{t('loadFailed')}</p>;
  return (
    <section className={styles.panel} aria-label={t('label', { title })} aria-busy={!data}>
      <Switches marks={data ?? nothing} isDisabled={!data} onChange={change.mutate} />
      {data && <Note key={id} gameId={id} note={data.note} />}
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
  const { t } = useTranslation('marks');
  const Star = isFavorite ? IconStarFilled : IconStar;
  const Thumb = isLiked ? IconThumbUpFilled : IconThumbUp;
  const states = playStates.map((state) => ({ value: state, label: t(state) }));
  return (
    <div className={styles.switches}>
      <Button
        variant="default"
        data-pad="favorite"
        aria-pressed={isFavorite}
        disabled={isDisabled}
        leftSection={<Star size={18} stroke={1.7} aria-hidden />}
        onClick={() => onChange({ isFavorite: !isFavorite })}
      >
        {t('favorite')}
      </Button>
      <Button
        variant="default"
        aria-pressed={isLiked}
        disabled={isDisabled}
        leftSection={<Thumb size={18} stroke={1.7} aria-hidden />}
        onClick={() => onChange({ isLiked: !isLiked })}
      >
        {t('like')}
      </Button>
      <Select
        aria-label={t('state')}
        size="sm"
        disabled={isDisabled}
        className={styles.state}
        value={playState ?? ''}
        data={[{ value: '', label: t('none') }, ...states]}
        onChange={(event) => onChange({ playState: (event.currentTarget.value || null) as PlayState | null })}
      />
      <span className={styles.likes}>{likes > 0 && t('likes', { count: likes })}</span>
    </div>
  );
}

const pauseMs = 1000;

/** Saved when the typing pauses, when the field is left, and when the panel or the page is. */
function Note({ gameId, note }: { gameId: string; note: string }) {
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
        label={t('note')}
        description={change.isSuccess && !isChanged ? t('noteSaved') : t('noteHint')}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={limits.noteMax}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={save}
      />
    </div>
  );
}
