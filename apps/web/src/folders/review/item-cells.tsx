// Further actions on an item: how its sub-folder is treated, and its game.
import type { LibraryItem, Treatment } from '@cellar/contract/folders/folders.ts';
import { Menu } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminGamePath } from '#lib/paths.ts';
import { MoreMenu } from '#ui/more-menu.tsx';
import styles from './item-row.module.css';

export interface ItemMenuProps {
  item: LibraryItem;
  onTreat(item: LibraryItem, path: string, treatment: Treatment): void;
}

export function ItemMenu({ item, onTreat }: ItemMenuProps) {
  const { t } = useTranslation('libraryReview');
  const { title, path, kind, state, gameId } = item;
  const isFolder = kind === 'folder';
  // The sub-folder that contains the item.
  const above = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const canTreat = state === 'found' || state === 'skipped';
  const canOpen = canTreat && isFolder;
  const canJoin = canTreat && above !== '';
  if (!canOpen && !canJoin && !gameId) return <span className={styles.noMenu} />;
  return (
    <MoreMenu label={t('row.more', { name: title || path })}>
      {canOpen && (
        <Menu.Item onClick={() => onTreat(item, path, 'open')}>
          {t('treat.open')}
          <span className={styles.menuHint}>{t('treat.openHint')}</span>
        </Menu.Item>
      )}
      {canJoin && (
        <Menu.Item onClick={() => onTreat(item, above, 'one_game')}>
          {t('treat.join', { folder: above.slice(above.lastIndexOf('/') + 1) })}
          <span className={styles.menuHint}>{t('treat.joinHint')}</span>
        </Menu.Item>
      )}
      {gameId && (
        <Menu.Item component={Link} to={adminGamePath(gameId)}>
          {t('row.game')}
        </Menu.Item>
      )}
    </MoreMenu>
  );
}

// The title of an item. A click, Enter or the key E turns it into a field; Enter or leaving the field saves.

interface ItemTitleProps {
  item: LibraryItem;
  isEditable: boolean;
  /** Rejects if the title could not be saved. */
  onRename(item: LibraryItem, title: string): Promise<void>;
}

export function ItemTitle({ item, isEditable, onRename }: ItemTitleProps) {
  const { t } = useTranslation('libraryReview');
  const button = useRef<HTMLButtonElement>(null);
  // The text in the field; undefined while the field is closed.
  const [typed, setTyped] = useState<string>();
  const { title, path, gameId } = item;
  if (!isEditable) {
    return gameId ? (
      <Link className={styles.gameLink} to={adminGamePath(gameId)}>
        {title}
      </Link>
    ) : (
      <span className={styles.title}>{title}</span>
    );
  }
  const save = () => {
    const next = typed?.trim();
    setTyped(undefined);
    if (!next || next === title) return;
    // Opens the field again, so that the typed title is not lost.
    onRename(item, next).catch(() => setTyped(next));
  };
  if (typed !== undefined) {
    return (
      <TitleField
        label={t('row.titleField', { path })}
        value={typed}
        onChange={setTyped}
        onSave={save}
        onCancel={() => setTyped(undefined)}
        onEnd={() => requestAnimationFrame(() => button.current?.focus())}
      />
    );
  }
  return (
    <button
      ref={button}
      type="button"
      data-part="title"
      className={styles.title}
      data-missing={title ? undefined : true}
      title={t('row.edit')}
      onClick={() => setTyped(title)}
    >
      <span>{title || t('row.noTitle')}</span>
      <IconPencil size={14} aria-hidden />
    </button>
  );
}

/** Not created at each render, because it would then select the text after each key. */
function begin(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

interface TitleFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  onSave(): void;
  onCancel(): void;
  /** Called when the field was closed by a key. */
  onEnd(): void;
}

function TitleField({ label, value, onChange, onSave, onCancel, onEnd }: TitleFieldProps) {
  const isOver = useRef(false);
  const end = (close: () => void) => {
    if (isOver.current) return;
    isOver.current = true;
    close();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    end(event.key === 'Enter' ? onSave : onCancel);
    onEnd();
  };
  return (
    <input
      ref={begin}
      className={styles.titleField}
      aria-label={label}
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={handleKeyDown}
      onBlur={() => end(onSave)}
    />
  );
}
