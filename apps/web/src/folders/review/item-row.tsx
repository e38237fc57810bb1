// A found item: title and platform, which can be changed, and the facts of its files.
import type { LibraryItem, Treatment } from '@cellar/contract/folders/folders.ts';
import { ActionIcon } from '@mantine/core';
import { IconEyeOff, IconRotate2 } from '@tabler/icons-react';
import { type ChangeEvent, type MouseEvent, memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { platformOptions } from '../platform-options.ts';
import { ItemMarks, ItemPath, ItemSize } from './item-facts.tsx';
import { ItemMenu } from './item-menu.tsx';
import styles from './item-row.module.css';
import { ItemState } from './item-state.tsx';
import { ItemTitle } from './item-title.tsx';
import type { RowPlace } from './row-place.ts';

export interface RowActions {
  toggle(item: LibraryItem, isRange: boolean): void;
  /** Rejects if the title could not be saved. */
  rename(item: LibraryItem, title: string): Promise<void>;
  setPlatform(item: LibraryItem, platform: string): void;
  toggleSkip(item: LibraryItem): void;
  treat(item: LibraryItem, path: string, treatment: Treatment): void;
}

export interface ItemRowProps {
  item: LibraryItem;
  place: RowPlace;
  /** The path of the library folder, if the list has items of several folders. */
  folderPath: string | undefined;
  isSelected: boolean;
  platforms: readonly string[];
  actions: RowActions;
}

/** Memoized, because the list is long. */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, place, folderPath, isSelected, platforms, actions } = props;
  const isEditable = item.state === 'found';
  return (
    <li
      className={styles.row}
      data-item={item.id}
      data-place={place}
      data-selected={isSelected || undefined}
      data-editable={isEditable || undefined}
    >
      <SelectBox item={item} isSelected={isSelected} onToggle={actions.toggle} />
      <div className={styles.what}>
        <div className={styles.head}>
          <ItemTitle item={item} isEditable={isEditable} onRename={actions.rename} />
          <ItemMarks item={item} place={place} />
        </div>
        <ItemPath item={item} folderPath={folderPath} />
      </div>
      <Platform item={item} isEditable={isEditable} platforms={platforms} onChange={actions.setPlatform} />
      <ItemSize item={item} />
      <ItemState item={item} />
      <div className={styles.actions}>
        <SkipButton item={item} onToggle={actions.toggleSkip} />
        <ItemMenu item={item} onTreat={actions.treat} />
      </div>
    </li>
  );
});

interface SelectBoxProps {
  item: LibraryItem;
  isSelected: boolean;
  onToggle(item: LibraryItem, isRange: boolean): void;
}

function SelectBox({ item, isSelected, onToggle }: SelectBoxProps) {
  const { t } = useTranslation('libraryReview');
  // Change events do not tell whether Shift was pressed.
  const isRange = useRef(false);
  const handleClick = (event: MouseEvent) => {
    isRange.current = event.shiftKey;
  };
  return (
    <label className={styles.select}>
      <input
        type="checkbox"
        aria-label={t('row.select', { name: item.title || item.path })}
        checked={isSelected}
        onClick={handleClick}
        onChange={() => onToggle(item, isRange.current)}
      />
    </label>
  );
}

interface PlatformProps {
  item: LibraryItem;
  isEditable: boolean;
  platforms: readonly string[];
  onChange(item: LibraryItem, platform: string): void;
}

function Platform({ item, isEditable, platforms, onChange }: PlatformProps) {
  const { t } = useTranslation('libraryReview');
  const { title, path, platform, version } = item;
  if (!isEditable) return <span className={styles.platform}>{platform ?? t('row.noPlatform')}</span>;
  const handleChange = (event: ChangeEvent<HTMLSelectElement>) => onChange(item, event.currentTarget.value);
  return (
    <span className={styles.platform}>
      <select
        className={styles.platformField}
        aria-label={t('row.platform', { name: title || path })}
        data-missing={platform ? undefined : true}
        value={platform ?? ''}
        onChange={handleChange}
      >
        {!platform && <option value="">{t('row.choosePlatform')}</option>}
        {platformOptions(platforms, { version, current: platform ?? '' }).map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </span>
  );
}

const skipTexts = {
  found: 'row.skip',
  adding: 'row.cancel',
  skipped: 'row.unskip',
  removed: 'row.allow',
} as const;

function SkipButton({ item, onToggle }: { item: LibraryItem; onToggle(item: LibraryItem): void }) {
  const { t } = useTranslation('libraryReview');
  const { state, title, path } = item;
  if (state === 'added') return null;
  const Icon = state === 'found' ? IconEyeOff : IconRotate2;
  const label = t(skipTexts[state], { name: title || path });
  return (
    <ActionIcon variant="subtle" size="lg" aria-label={label} title={label} onClick={() => onToggle(item)}>
      <Icon size={18} stroke={1.7} />
    </ActionIcon>
  );
}
