// The links to a game's videos, which can be added, removed and moved.
import { limits } from '@cellar/contract/rules/limits.ts';
import { ActionIcon, type ActionIconProps, Button, Input, TextInput, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ComponentPropsWithoutRef, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldErrors } from '../draft/editor-values.ts';
import styles from './videos-field.module.css';

type RowButtonProps = ActionIconProps & ComponentPropsWithoutRef<'button'> & { label: string };

export interface VideosFieldProps {
  videos: readonly string[];
  errors: FieldErrors;
  onChange(videos: string[]): void;
}

export function VideosField({ videos, errors, onChange }: VideosFieldProps) {
  const { t } = useTranslation('gameEditor');
  const list = useRef<HTMLFieldSetElement>(null);
  const [announcement, setAnnouncement] = useState('');
  /** Moves the focus after the changed rows have been rendered. */
  const focusRow = (row: number, selector: string) =>
    requestAnimationFrame(() => {
      const item = list.current?.querySelectorAll('li')[row];
      const control =
        item?.querySelector<HTMLElement>(`${selector}:not(:disabled)`) ?? item?.querySelector('input');
      (control ?? list.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
    });
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
    <fieldset ref={list} className={styles.field}>
      <Input.Label component="legend" size="md" className={styles.legend}>
        {t('fields.videos')}
      </Input.Label>
      <Input.Description>{t('videos.hint')}</Input.Description>
      <ol className={styles.rows}>
        {videos.map((link, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position; two rows may hold the same link while the user types
          <li key={row} className={styles.row}>
            <TextInput
              className={styles.link}
              type="url"
              aria-label={t('videos.row', { number: row + 1 })}
              value={link}
              error={errors[`videos.${row}`]}
              autoComplete="off"
              onChange={(event) => onChange(videos.with(row, event.currentTarget.value))}
            />
            <RowButton
              data-up
              label={t('videos.up', { number: row + 1 })}
              disabled={row === 0}
              onClick={() => move(row, -1)}
            >
              <IconArrowUp size={18} />
            </RowButton>
            <RowButton
              data-down
              label={t('videos.down', { number: row + 1 })}
              disabled={row === videos.length - 1}
              onClick={() => move(row, 1)}
            >
              <IconArrowDown size={18} />
            </RowButton>
            <RowButton label={t('videos.remove', { number: row + 1 })} onClick={() => remove(row)}>
              <IconTrash size={18} />
            </RowButton>
          </li>
        ))}
      </ol>
      {errors.videos && <Input.Error>{errors.videos}</Input.Error>}
      <Button
        data-add
        className={styles.add}
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

function RowButton({ label, children, ...rest }: RowButtonProps) {
  return (
    <ActionIcon {...rest} variant="subtle" size="xl" aria-label={label}>
      {children}
    </ActionIcon>
  );
}
