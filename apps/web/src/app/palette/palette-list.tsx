// The grouped list of the command palette. It handles the pointer; command-palette.tsx handles the keyboard.

import { foldText } from '@cellar/contract/rules/sort.ts';
import { IconArrowRight, IconCommand, IconDeviceGamepad2, type TablerIcon } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Keys } from '#app/shortcuts/keys.tsx';
import { paths } from '#lib/paths.ts';
import { type Audience, isFor, shortcuts } from '../shortcuts/shortcuts.ts';
import styles from './command-palette.module.css';

const kinds = ['games', 'pages', 'commands'] as const;

const icons: Record<PaletteEntry['kind'], TablerIcon> = {
  games: IconDeviceGamepad2,
  pages: IconArrowRight,
  commands: IconCommand,
};

export interface PaletteListProps {
  id: string;
  entries: readonly PaletteEntry[];
  chosen: PaletteEntry | undefined;
  onRun(entry: PaletteEntry): void;
  onChoose(id: string): void;
}

export function optionId(listId: string, entry: PaletteEntry): string {
  return `${listId}-${entry.id}`;
}

export function PaletteList({ id, entries, chosen, onRun, onChoose }: PaletteListProps) {
  const { t } = useTranslation('shortcuts');
  const activeId = chosen && optionId(id, chosen);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div role="listbox" id={id} aria-label={t('palette.results')} className={styles.list}>
      {kinds
        .map((kind) => ({ kind, own: entries.filter((entry) => entry.kind === kind) }))
        .filter(({ own }) => own.length > 0)
        .map(({ kind, own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={kind} role="group" aria-label={t(`palette.${kind}`)}>
            <div aria-hidden className={styles.kind}>
              {t(`palette.${kind}`)}
            </div>
            {own.map((entry) => (
              <Option
                key={entry.id}
                id={optionId(id, entry)}
                entry={entry}
                isChosen={entry === chosen}
                onRun={onRun}
                onChoose={onChoose}
              />
            ))}
          </div>
        ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  isChosen: boolean;
  onRun(entry: PaletteEntry): void;
  onChoose(id: string): void;
}

function Option({ id, entry, isChosen, onRun, onChoose }: OptionProps) {
  const Icon = icons[entry.kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keyboard and marks the active option
    // biome-ignore lint/a11y/useFocusableInteractive: likewise
    <div
      role="option"
      id={id}
      aria-selected={isChosen}
      className={styles.option}
      onClick={() => onRun(entry)}
      // Not onPointerEnter, which also fires when the list scrolls under a resting pointer.
      onPointerMove={() => isChosen || onChoose(entry.id)}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Icon size={18} stroke={1.7} aria-hidden className={styles.icon} />
      <span className={styles.label}>{entry.label}</span>
      {entry.note && <span className={styles.note}>{entry.note}</span>}
      {entry.keys && (
        <span aria-hidden className={styles.keys}>
          <Keys keys={entry.keys} />
        </span>
      )}
    </div>
  );
}

// What the command palette offers besides games: pages the user may open, and commands.

export interface PaletteEntry {
  id: string;
  label: string;
  /** Shown dimmed after the label. */
  note?: string | undefined;
  keys?: string | undefined;
  kind: 'games' | 'pages' | 'commands';
  run(): void;
}

interface PalettePage {
  to: string;
  text: 'home' | 'games' | 'collections' | 'requests' | 'account' | 'admin' | 'login' | 'register';
}

const pages: readonly (PalettePage & { for: Audience | 'visitors' })[] = [
  { to: paths.home, text: 'home', for: 'everyone' },
  { to: paths.games, text: 'games', for: 'members' },
  { to: paths.collections, text: 'collections', for: 'members' },
  { to: paths.requests, text: 'requests', for: 'members' },
  { to: paths.account, text: 'account', for: 'members' },
  { to: paths.admin, text: 'admin', for: 'admins' },
  { to: paths.login, text: 'login', for: 'visitors' },
  { to: `${paths.login}?register=true`, text: 'register', for: 'visitors' },
];

export function pagesFor(session: { isAdmin: boolean } | undefined) {
  return pages
    .filter((page) => (page.for === 'visitors' ? !session : isFor(page.for, session)))
    .map((page) => ({ ...page, keys: shortcuts.find(({ text }) => text === page.text)?.keys[0] }));
}

/** Keeps entries whose label contains every word of the term, ignoring case and accents. */
export function matching(entries: readonly PaletteEntry[], term: string): PaletteEntry[] {
  const words = foldText(term).split(' ');
  return entries.filter(({ label }) => words.every((word) => foldText(label).includes(word)));
}
