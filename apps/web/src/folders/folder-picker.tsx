// Chooses a directory below LIBRARY_ROOTS: the path can be typed, or found by opening one sub-folder after another. The
// opened folder is the chosen one.

import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowUp, IconChevronRight, IconFolder } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import layout from '#ui/layout.module.css';
import styles from './folders.module.css';
import { browseQuery } from './folders.queries.ts';

export interface FolderPickerProps {
  path: string;
  error: string | undefined;
  onChange(path: string): void;
}

/** How long typing must pause before the folder is opened, in milliseconds. */
const typingMs = 250;

export function FolderPicker({ path, error, onChange }: FolderPickerProps) {
  const { t } = useTranslation('library');
  const [settled] = useDebouncedValue(path.trim(), typingMs);
  const query = useQuery(browseQuery(useApi(), settled));
  const { data, isError } = query;
  const list = useListFocus(data?.path);
  const open = (next: string) => {
    list.keepFocus();
    onChange(next);
  };
  const parent = data?.parent ?? '';
  const isAtRoots = settled === '';
  return (
    <div className={layout.stack2}>
      <TextInput
        label={t('picker.label')}
        description={t('picker.hint')}
        withAsterisk
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        data-autofocus
        classNames={{ input: styles.pathInput }}
        value={path}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={styles.browser}>
        <div className={styles.browserHead}>
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={t('picker.up')}
            title={t('picker.up')}
            // Not `disabled`, because it would lose the focus.
            aria-disabled={isAtRoots || undefined}
            onClick={() => !isAtRoots && open(isError ? '' : parent)}
          >
            <IconArrowUp size={18} />
          </ActionIcon>
          {isAtRoots ? (
            <span className={layout.small}>{t('picker.roots')}</span>
          ) : (
            <span className={styles.browserPath}>{settled}</span>
          )}
        </div>
        {query.isPending && <Skeleton height="6rem" />}
        {isError && (
          <p role="status" className={styles.browserNote}>
            {t('picker.failed')}
          </p>
        )}
        {data && !isError && (
          <SubFolders
            listRef={list.ref}
            folders={data.folders}
            isComplete={data.isComplete}
            onOpen={open}
            onUp={() => !isAtRoots && open(parent)}
          />
        )}
      </div>
    </div>
  );
}

interface SubFoldersProps {
  listRef: React.RefObject<HTMLUListElement | null>;
  folders: readonly { name: string; path: string }[];
  isComplete: boolean;
  onOpen(path: string): void;
  onUp(): void;
}

/** Arrow keys move in the list; Right opens a folder, Left goes to the folder above. */
function SubFolders({ listRef, folders, isComplete, onOpen, onUp }: SubFoldersProps) {
  const { t } = useTranslation('library');
  const handleKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const moves: Record<string, () => void> = {
      ArrowDown: () => buttons[at + 1]?.focus(),
      ArrowUp: () => buttons[at - 1]?.focus(),
      Home: () => buttons[0]?.focus(),
      End: () => buttons.at(-1)?.focus(),
      ArrowRight: () => buttons[at]?.click(),
      ArrowLeft: onUp,
      Backspace: onUp,
    };
    const move = moves[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move();
  };
  return (
    <>
      <ul
        ref={listRef}
        className={styles.folders}
        tabIndex={-1}
        aria-label={t('picker.list')}
        onKeyDown={handleKeyDown}
      >
        {folders.map(({ name, path }, index) => (
          <li key={path}>
            {/* One stop of the Tab key; the arrow keys reach the others. */}
            <button type="button" tabIndex={index === 0 ? 0 : -1} onClick={() => onOpen(path)}>
              <IconFolder size={17} stroke={1.7} aria-hidden />
              <span>{name}</span>
              <IconChevronRight size={15} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {folders.length === 0 && <p className={styles.browserNote}>{t('picker.none')}</p>}
      {!isComplete && <p className={styles.browserNote}>{t('picker.incomplete')}</p>}
    </>
  );
}

/** Moves the focus into the list of the next folder, if it was in the list of the previous one. */
function useListFocus(path: string | undefined) {
  const ref = useRef<HTMLUListElement>(null);
  const isKept = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another folder is shown
  useEffect(() => {
    if (!isKept.current) return;
    isKept.current = false;
    (ref.current?.querySelector('button') ?? ref.current)?.focus();
  }, [path]);
  return {
    ref,
    keepFocus() {
      isKept.current = ref.current?.contains(document.activeElement) ?? false;
    },
  };
}
