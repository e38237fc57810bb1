// The dialog that Ctrl/Cmd-K opens, to find pages, games and commands. A combobox whose list is always open.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isMac, type PanelProps } from '#app/shortcuts/shortcuts.ts';
import { nameOf } from '#lib/keystroke.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#people/auth/session-context.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import styles from './command-palette.module.css';
import { matching, type PaletteEntry } from './palette-entries.ts';
import { PaletteField } from './palette-field.tsx';
import { optionId, PaletteList } from './palette-list.tsx';
import { useEditEntries } from './use-edit-entries.ts';
import { useCommands, usePages } from './use-palette-entries.ts';
import { usePaletteGames } from './use-palette-games.ts';

export function CommandPalette({ onClose, onOpen }: PanelProps) {
  const { t } = useTranslation('shortcuts');
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [chosenId, setChosenId] = useState<string>();
  const term = typed.trim();
  const games = usePaletteGames(term);
  const entries = useEntries(term, games.games, () => onOpen('help'));
  // The chosen entry may no longer match what was typed.
  const chosen = entries.find(({ id }) => id === chosenId) ?? entries[0];
  const run = (entry: PaletteEntry) => {
    onClose();
    entry.run();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (nameOf(event.nativeEvent, isMac) === 'mod+k') onClose();
    else if (event.nativeEvent.isComposing) return;
    else if (event.key === 'Enter' && chosen) run(chosen);
    else if (event.key === 'ArrowDown') setChosenId(neighbour(entries, chosen, 1));
    else if (event.key === 'ArrowUp') setChosenId(neighbour(entries, chosen, -1));
    else return;
    event.preventDefault();
  };
  const handleType = (next: string) => {
    setTyped(next);
    setChosenId(undefined);
  };
  const isMember = useSession() !== undefined;
  return (
    <ModalDialog isOpen label={t('palette.title')} className={styles.dialog} onClose={onClose}>
      <div className={styles.card}>
        <PaletteField
          value={typed}
          listId={listId}
          activeId={chosen && optionId(listId, chosen)}
          placeholder={isMember ? t('palette.placeholderMember') : t('palette.placeholderVisitor')}
          onChange={handleType}
          onKeyDown={handleKeyDown}
          onClose={onClose}
        />
        <PaletteList id={listId} entries={entries} chosen={chosen} onRun={run} onChoose={setChosenId} />
        <Status count={entries.length} term={term} games={games} />
      </div>
    </ModalDialog>
  );
}

function useEntries(term: string, games: readonly GameListItem[], openHelp: () => void): PaletteEntry[] {
  const navigate = useNavigate();
  const found = games.map<PaletteEntry>(({ _id, title, platforms }) => ({
    id: `game-${_id}`,
    kind: 'games',
    label: title,
    note: platforms.join(', '),
    run: () => void navigate(`${paths.games}?game=${encodeURIComponent(_id)}`),
  }));
  const edits = useEditEntries(games, term);
  return [...found, ...matching(usePages(), term), ...edits, ...matching(useCommands(openHelp), term)];
}

/** Returns the next or previous entry, and wraps around at both ends. */
function neighbour(entries: PaletteEntry[], chosen: PaletteEntry | undefined, step: 1 | -1) {
  const index = chosen ? entries.indexOf(chosen) : -1;
  return entries.at((index + step) % entries.length)?.id;
}

interface StatusProps {
  count: number;
  term: string;
  games: { isSearching: boolean; hasFailed: boolean };
}

/** The line below the list, which screen readers announce. */
function Status({ count, term, games }: StatusProps) {
  const { t } = useTranslation('shortcuts');
  const text = () => {
    if (games.isSearching) return t('palette.searching');
    if (games.hasFailed) return t('palette.searchFailed');
    return count === 0 ? t('palette.nothing', { term }) : t('palette.found', { count });
  };
  return (
    <footer className={styles.foot}>
      <p role="status">{text()}</p>
      <Hints />
    </footer>
  );
}

function Hints() {
  const { t } = useTranslation('shortcuts');
  return (
    <p className={styles.hints}>
      <kbd>↑ ↓</kbd> {t('palette.hintMove')} <kbd>{t('keys.enter')}</kbd> {t('palette.hintRun')}{' '}
      <kbd>{t('keys.escape')}</kbd> {t('palette.hintClose')}
    </p>
  );
}
