// The links to a game's videos, which can be added, removed and moved.

import { limits } from '@cellar/contract/rules/limits.ts';
import { ActionIcon, Button, Input, TextInput, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '#ui/layout.module.css';
import type { FieldErrors } from '../draft/editor-values.ts';
import styles from './metadata-form.module.css';

export interface VideosFieldProps {
  videos: readonly string[];
  errors: FieldErrors;
  onChange(videos: string[]): void;
}

export function VideosField({ videos, errors, onChange }: VideosFieldProps) {
  const { t } = useTranslation('gameEditor');
  const list = useRef<HTMLFieldSetElement>(null);
  const [announcement, setAnnouncement] = useState('');
  // Waits until the changed rows have been rendered.
  const focusRow = (row: number, selector: string) =>
    requestAnimationFrame(() => list.current && focusInRow(list.current, row, selector));
  const move = (row: number, by: -1 | 1) => {
    onChange(videos.with(row, videos[row + by] ?? '').with(row + by, videos[row] ?? ''));
    setAnnouncement(t('videos.moved', { number: row + by + 1 }));
    focusRow(row + by, by < 0 ? '[data-up]' : '[data-down]');
  };
  const remove = (row: number) => {
    onChange(videos.filter((_, other) => other !== row));
    focusRow(Math.min(row, videos.length - 2), 'input');
  };
  const add = () => {
    onChange([...videos, '']);
    focusRow(videos.length, 'input');
  };
  return (
    <fieldset ref={list} className={layout.stack2}>
      <Input.Label component="legend" size="md" className={styles.legend}>
        {t('fields.videos')}
      </Input.Label>
      <Input.Description>{t('videos.hint')}</Input.Description>
      <ol className={layout.stack2}>
        {videos.map((link, row) => (
          <VideoRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position; two rows may hold the same link while the user types
            key={row}
            number={row + 1}
            link={link}
            error={errors[`videos.${row}`]}
            isLast={row === videos.length - 1}
            onChange={(text) => onChange(videos.with(row, text))}
            onMove={(by) => move(row, by)}
            onRemove={() => remove(row)}
          />
        ))}
      </ol>
      {errors.videos && <Input.Error>{errors.videos}</Input.Error>}
      <Button
        data-add
        className={layout.atStart}
        variant="default"
        size="sm"
        leftSection={<IconPlus size={17} />}
        disabled={videos.length >= limits.videosPerGame}
        onClick={add}
      >
        {t('videos.add')}
      </Button>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </fieldset>
  );
}

/** Focuses the control that matches, else the row's input, else the button that adds a row. */
function focusInRow(field: HTMLElement, row: number, selector: string): void {
  const item = field.querySelectorAll('li')[row];
  const control =
    item?.querySelector<HTMLElement>(`${selector}:not(:disabled)`) ?? item?.querySelector('input');
  (control ?? field.querySelector<HTMLElement>('[data-add]'))?.focus();
}

interface VideoRowProps {
  number: number;
  link: string;
  error: string | undefined;
  isLast: boolean;
  onChange(link: string): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

function VideoRow({ number, link, error, isLast, onChange, onMove, onRemove }: VideoRowProps) {
  const { t } = useTranslation('gameEditor');
  const button = { variant: 'subtle', size: 'xl' } as const;
  return (
    <li className={styles.row}>
      <TextInput
        className={styles.link}
        type="url"
        aria-label={t('videos.row', { number })}
        value={link}
        error={error}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <ActionIcon
        {...button}
        data-up
        aria-label={t('videos.up', { number })}
        disabled={number === 1}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={18} />
      </ActionIcon>
      <ActionIcon
        {...button}
        data-down
        aria-label={t('videos.down', { number })}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={18} />
      </ActionIcon>
      <ActionIcon {...button} aria-label={t('videos.remove', { number })} onClick={onRemove}>
        <IconTrash size={18} />
      </ActionIcon>
    </li>
  );
}
