// The links of a game's videos: added, removed, put in order. Used by the metadata form.
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
  const [said, setSaid] = useState('');
  /** Once the rows stand as they will. */
  const focusIn = (row: number, what: string) =>
    requestAnimationFrame(() => {
      const item = list.current?.querySelectorAll('li')[row];
      const wanted =
        item?.querySelector<HTMLElement>(`${what}:not(:disabled)`) ?? item?.querySelector('input');
      (wanted ?? list.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
    });
  const move = (row: number, by: -1 | 1) => {
    onChange(videos.with(row, videos[row + by] ?? '').with(row + by, videos[row] ?? ''));
    setSaid(t('videos.moved', { number: row + by + 1 }));
    focusIn(row + by, by < 0 ? '[data-up]' : '[data-down]');
  };
  const remove = (row: number) => {
    onChange(videos.filter((_, other) => other !== row));
    focusIn(Math.min(row, videos.length - 2), 'input');
  };
  const add = () => {
    onChange([...videos, '']);
    focusIn(videos.length, 'input');
  };
  return (
    <fieldset ref={list} className={styles.field}>
      <Input.Label component="legend" size="md" className={styles.legend}>
        {t('fields.videos')}
      </Input.Label>
      <Input.Description>{t('videos.hint')}</Input.Description>
      <ol className={styles.rows}>
        {videos.map((link, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; the same link may stand in two while one types
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
      <VisuallyHidden role="status">{said}</VisuallyHidden>
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
