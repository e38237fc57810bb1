// A found item: title and platform, which can be changed, and the facts of its files.
import type { ItemProblem, LibraryItem, Treatment } from '@cellar/contract/folders/folders.ts';
import { ActionIcon } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconEyeOff,
  IconFile,
  IconFiles,
  IconFolder,
  IconLoader2,
  IconRotate2,
} from '@tabler/icons-react';
import { type ChangeEvent, type MouseEvent, memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from '#i18n/text-keys.ts';
import { formatDate, formatMoment, formatSize } from '#lib/format.ts';
import { platformOptions } from '../platform-options.ts';
import { ItemMenu, ItemTitle } from './item-cells.tsx';
import styles from './item-row.module.css';

export interface RowActions {
  toggle(id: string): void;
  /** Also selects everything since the last selected item. */
  extendTo(id: string): void;
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
      <SelectBox item={item} isSelected={isSelected} actions={actions} />
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
  actions: RowActions;
}

function SelectBox({ item, isSelected, actions }: SelectBoxProps) {
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
        onChange={() => (isRange.current ? actions.extendTo(item.id) : actions.toggle(item.id))}
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

const icons = { bad: IconAlertTriangle, good: IconCircleCheck, busy: IconLoader2 };

const problemTexts = {
  incomplete: 'problem.incomplete',
  empty: 'problem.empty',
  no_title: 'problem.noTitle',
  no_platform: 'problem.noPlatform',
  platform_taken: 'problem.platformTaken',
  same_as_other: 'problem.sameAsAnother',
  still_changing: 'problem.stillChanging',
  storage_full: 'problem.storageFull',
  unreadable: 'problem.unreadable',
  bad_names: 'problem.badNames',
  not_an_archive: 'problem.notAnArchive',
  failed: 'problem.failed',
} as const satisfies Record<ItemProblem, string>;

/** Says whether an item can be added, and otherwise what to do about it. */
function ItemState({ item }: { item: LibraryItem }) {
  const { t, i18n } = useTranslation('libraryReview');
  const state = stateOf(item, t, i18n.language);
  if (!state) return <span className={styles.state} />;
  const Icon = icons[state.kind];
  return (
    <p className={styles.state} data-kind={state.kind}>
      <Icon size={16} stroke={1.8} aria-hidden />
      <span>
        {state.text}
        {item.leftOutLinks > 0 && (
          <span className={styles.leftOut}>{t('row.leftOutLinks', { count: item.leftOutLinks })}</span>
        )}
      </span>
    </p>
  );
}

function stateOf(item: LibraryItem, t: TFunction<'libraryReview'>, language: string) {
  const { state, missingSince, problem, platform, gameId } = item;
  if (missingSince) {
    return { kind: 'bad', text: t('missing', { date: formatDate(missingSince, language) }) } as const;
  }
  if (state === 'adding') return { kind: 'busy', text: t('beingAdded') } as const;
  if (state !== 'found') return undefined;
  if (problem) return { kind: 'bad', text: t(problemTexts[problem], { platform }) } as const;
  return { kind: 'good', text: gameId ? t('readyForGame') : t('ready') } as const;
}

// The facts of an item's files: path, size, and what the name says about the game.

const itemFactsIcons = { file: IconFile, set: IconFiles, folder: IconFolder };

interface ItemPathProps {
  item: LibraryItem;
  /** The path of the library folder. */
  folderPath: string | undefined;
}

/** The end of a path says most, so a long path is shortened before its last step. */
function ItemPath({ item: { path, kind }, folderPath }: ItemPathProps) {
  const { t } = useTranslation('libraryReview');
  const Icon = itemFactsIcons[kind];
  const full = folderPath ? `${folderPath}/${path}` : path;
  const cut = full.lastIndexOf('/') + 1;
  return (
    <p className={styles.path} title={full}>
      <Icon size={15} stroke={1.7} role="img" aria-label={t(`kind.${kind}`)} />
      <span className={styles.pathText}>
        {cut > 0 && <span className={styles.pathStart}>{full.slice(0, cut)}</span>}
        <span className={styles.pathEnd}>{full.slice(cut)}</span>
      </span>
    </p>
  );
}

function ItemSize({ item: { size, fileCount, modifiedAt } }: { item: LibraryItem }) {
  const { t, i18n } = useTranslation('libraryReview');
  return (
    <p className={styles.size} title={t('row.modified', { time: formatMoment(modifiedAt, i18n.language) })}>
      <span>{formatSize(size, i18n.language)}</span>
      {fileCount > 1 && <span>{t('row.files', { count: fileCount })}</span>}
    </p>
  );
}

function ItemMarks({ item, place }: { item: LibraryItem; place: RowPlace }) {
  const { t } = useTranslation('libraryReview');
  const { year, version, ids } = item;
  const marks = [
    ...(year ? [{ text: String(year), label: t('marks.year', { year }) }] : []),
    ...(version ? [{ text: version, label: t('marks.version', { version }) }] : []),
    ...Object.entries(ids).map(([provider, id]) => ({
      text: `${provider} ${id}`,
      label: t('marks.id', { provider, id }),
    })),
  ];
  return (
    <>
      {marks.map(({ text, label }) => (
        <span key={label} className={styles.mark} title={label}>
          {text}
        </span>
      ))}
      {place === 'first' && <span className={styles.mark}>{t('marks.oneGame')}</span>}
    </>
  );
}

// The place of a row among neighbors with the same title, which become one game.

type RowPlace = 'alone' | 'first' | 'middle' | 'last';

/** Items without a title are not neighbors of each other. */
export function placeOf(rows: readonly LibraryItem[], index: number): RowPlace {
  const key = (at: number) => rows[at]?.title.trim().toLowerCase();
  const title = key(index);
  if (!title) return 'alone';
  const isAfter = key(index - 1) === title;
  const isBefore = key(index + 1) === title;
  if (isAfter) return isBefore ? 'middle' : 'last';
  return isBefore ? 'first' : 'alone';
}
