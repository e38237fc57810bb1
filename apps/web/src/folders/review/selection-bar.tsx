// The bar above the list: selects items, changes the selected ones, and adds them to the library.

import type { ItemsResponse, LibraryItem } from '@cellar/contract/folders/folders.ts';
import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import {
  IconArrowMerge,
  IconChevronDown,
  IconEyeOff,
  IconPlus,
  IconRotate2,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '#ui/dialogs/dialog-form.tsx';
import { Notice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import type { ItemFilter } from '../folders.queries.ts';
import { platformOptions, usePlatforms } from '../platform-options.ts';
import styles from './review.module.css';
import type { ReviewChanges, ReviewSelection } from './review-actions.ts';

export interface SelectionBarProps {
  list: ItemsResponse;
  rows: readonly LibraryItem[];
  filter: ItemFilter;
  selection: ReviewSelection;
  changes: ReviewChanges;
  /** Called when items have got the same title. */
  onMerged(): void;
}

export function SelectionBar(props: SelectionBarProps) {
  const { t } = useTranslation('libraryReview');
  const { list, rows, filter, selection, changes } = props;
  const count = selection.items?.length ?? list.totalItems;
  return (
    <div className={styles.bar} data-some={selection.body !== undefined || undefined}>
      <div className={styles.barStart}>
        <PageBox rows={rows} selection={selection} />
        <p role="status" className={styles.count}>
          {selection.body ? t('selected', { count }) : t('items', { count: list.totalItems })}
        </p>
        {selection.body && (
          <ActionIcon variant="subtle" aria-label={t('clear')} title={t('clear')} onClick={selection.clear}>
            <IconX size={17} />
          </ActionIcon>
        )}
      </div>
      {selection.body && <SelectionActions {...props} />}
      {filter.state === 'found' && (
        <AddButton list={list} filter={filter} selection={selection} changes={changes} />
      )}
    </div>
  );
}

/** Selects all rows of the page. */
function PageBox({ rows, selection }: Pick<SelectionBarProps, 'rows' | 'selection'>) {
  const { t } = useTranslation('libraryReview');
  const selected = rows.filter(({ id }) => selection.has(id)).length;
  return (
    <label className={styles.pageBox}>
      <input
        type="checkbox"
        aria-label={t('selectPage')}
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && selected < rows.length;
        }}
        checked={rows.length > 0 && selected === rows.length}
        onChange={() => selection.setPage(selected < rows.length)}
      />
    </label>
  );
}

function SelectionActions({ list, rows, filter, selection, changes, onMerged }: SelectionBarProps) {
  const { t } = useTranslation('libraryReview');
  const [isMerging, setMerging] = useState(false);
  const { body } = selection;
  if (!body || filter.state === 'added') return null;
  const isFound = filter.state === 'found';
  const Icon = isFound ? IconEyeOff : IconRotate2;
  return (
    <div className={styles.barActions}>
      {selection.items && list.totalItems > rows.length && (
        <Button variant="subtle" size="compact-sm" onClick={selection.selectAll}>
          {t('selectAll', { count: list.totalItems })}
        </Button>
      )}
      {isFound && <PlatformMenu onChoose={(...choice) => changes.setPlatform(body, ...choice)} />}
      {isFound && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconArrowMerge size={16} stroke={1.7} />}
          onClick={() => setMerging(true)}
        >
          {t('merge.button')}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon size={16} stroke={1.7} />}
        onClick={() => changes.toggleSkip(body, selection.clear)}
      >
        {t(skipTexts[filter.state as keyof typeof skipTexts])}
      </Button>
      {isMerging && (
        <MergeDialog
          items={selection.items ?? [...rows]}
          isAll={selection.items === undefined}
          onMerge={async (title) => {
            await changes.merge(body, title);
            setMerging(false);
            onMerged();
          }}
          onClose={() => setMerging(false)}
        />
      )}
    </div>
  );
}

const skipTexts = { found: 'skip', adding: 'cancelAdding', skipped: 'unskip', removed: 'allow' } as const;

interface PlatformMenuProps {
  onChoose(platform: string, options: { keepsPlatforms: boolean }): void;
}

/** What the names of files and folders say stays, unless the admin wants it replaced. */
function PlatformMenu({ onChoose }: PlatformMenuProps) {
  const { t } = useTranslation('libraryReview');
  const [replaces, setReplaces] = useState(false);
  const platforms = usePlatforms();
  return (
    <Menu
      position="bottom-start"
      transitionProps={{ duration: 120 }}
      classNames={{ dropdown: styles.menu, item: styles.menuItem }}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button variant="default" size="compact-sm" rightSection={<IconChevronDown size={15} stroke={1.7} />}>
          {t('setPlatform')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxItem closeMenuOnClick={false} checked={replaces} onChange={setReplaces}>
          {t('replacePlatforms')}
        </Menu.CheckboxItem>
        <Menu.Divider />
        {platformOptions(platforms).map((platform) => (
          <Menu.Item key={platform} onClick={() => onChoose(platform, { keepsPlatforms: !replaces })}>
            {platform}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Adds the selected items, or, if none are selected, all that are ready. */
function AddButton({ list, filter, selection, changes }: Omit<SelectionBarProps, 'rows' | 'onMerged'>) {
  const { t } = useTranslation('libraryReview');
  const { body, items } = selection;
  const isReady = ({ problem, missingSince }: LibraryItem) => !problem && !missingSince;
  const count = items && body ? gamesOf(items.filter(isReady)) : list.counts.ready;
  const isPart = filter.show === 'problem' || filter.show === 'missing';
  if (!body && isPart) return null;
  return (
    <Button
      size="sm"
      leftSection={<IconPlus size={17} stroke={2} />}
      loading={changes.isAdding}
      disabled={count === 0}
      onClick={() => changes.add(body ?? { filter: { ...filter, show: 'ready' } }, selection.clear)}
    >
      {count === 0 ? t('add.nothing') : t(body ? 'add.selected' : 'add.all', { count })}
    </Button>
  );
}

/** Returns how many games the items become. */
function gamesOf(items: readonly LibraryItem[]): number {
  return new Set(items.map(({ title }) => title.trim().toLowerCase())).size;
}

interface MergeDialogProps {
  items: readonly LibraryItem[];
  /** Whether more items than these are selected. */
  isAll: boolean;
  /** Rejects if the title could not be saved. */
  onMerge(title: string): Promise<void>;
  onClose(): void;
}

/** The maximum number of titles that are offered. */
const maxTitles = 8;

/** The dialog that merges the selected items into one game with several platforms, by setting the same title for all. */
function MergeDialog({ items, isAll, onMerge, onClose }: MergeDialogProps) {
  const { t } = useTranslation('libraryReview');
  const titles = [...new Set(items.map(({ title }) => title).filter(Boolean))];
  const [title, setTitle] = useState(() => shortest(titles));
  const [isBusy, setBusy] = useState(false);
  const twice = platformsTwice(items);
  const handleSubmit = () => {
    setBusy(true);
    // The message of a failure is shown by the change itself, and the dialog stays open.
    void onMerge(title.trim()).catch(() => setBusy(false));
  };
  return (
    <DialogForm
      heading={t('merge.heading')}
      size="34rem"
      submitLabel={t('merge.confirm')}
      isBusy={isBusy}
      isDisabled={title.trim() === ''}
      noValidate
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <p className={layout.dim}>{t('merge.text')}</p>
      <TextInput
        label={t('merge.title')}
        withAsterisk
        data-autofocus
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      {titles.length > 1 && (
        <ul className={layout.row2} aria-label={t('merge.titles')}>
          {titles.slice(0, maxTitles).map((each) => (
            <li key={each}>
              <Button variant="default" size="compact-sm" onClick={() => setTitle(each)}>
                {each}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isAll && twice.length > 0 && (
        <Notice kind="info">{t('merge.twice', { platforms: twice.join(', ') })}</Notice>
      )}
    </DialogForm>
  );
}

function shortest(titles: readonly string[]): string {
  return titles.toSorted((a, b) => a.length - b.length)[0] ?? '';
}

/** Returns the platforms of more than one item. */
function platformsTwice(items: readonly LibraryItem[]): string[] {
  const platforms = items.flatMap(({ platform }) => platform ?? []);
  return [...new Set(platforms.filter((platform, index) => platforms.indexOf(platform) !== index))];
}
