// The dialog that Ctrl/Cmd-K opens, to find pages, games and commands. A combobox whose list is always open.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import { CloseButton, useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { siteQuery } from '#admin/site/site.queries.ts';
import type { PanelProps } from '#app/shortcuts/shortcuts.ts';
import { currentLanguage, languageNames, languages } from '#i18n/language.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { nameOf } from '#lib/keystroke.ts';
import { adminGamePath, paths } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { useSavePreferences } from '#people/account/use-save-preferences.ts';
import { useSession } from '#people/auth/session-context.ts';
import { ModalDialog } from '#ui/dialogs/modal-dialog.tsx';
import { chooseLanguage, schemes, useLogout } from '../commands.ts';
import styles from './command-palette.module.css';
import { matching, optionId, type PaletteEntry, PaletteList, pagesFor } from './palette-list.tsx';

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
    if (nameOf(event.nativeEvent) === 'mod+k') onClose();
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
      <kbd>↑ ↓</kbd> {t('palette.hintMove')} <kbd>{t('keys.Enter')}</kbd> {t('palette.hintRun')}{' '}
      <kbd>{t('keys.Escape')}</kbd> {t('palette.hintClose')}
    </p>
  );
}

/** Further games would push the other commands out of sight. */
const offered = 3;

/** The commands with which an admin edits a game: the one whose page is open, and those that the palette has found. */
function useEditEntries(found: readonly GameListItem[], term: string): PaletteEntry[] {
  const { t } = useTranslation('shortcuts');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const openId = matchPath('/game/:id', pathname)?.params.id;
  if (!useSession()?.isAdmin) return [];
  const entryOf = (id: string, label: string, state?: object): PaletteEntry => ({
    id: `edit-${id}`,
    kind: 'commands',
    label,
    run: () => void navigate(adminGamePath(id), { state }),
  });
  const open = openId ? [{ ...entryOf(openId, t('does.edit'), { isFromGame: true }), keys: 'e' }] : [];
  const others = found.filter(({ _id }) => _id !== openId).slice(0, offered);
  return [
    ...matching(open, term),
    ...others.map(({ _id, title }) => entryOf(_id, t('palette.edit', { title }))),
  ];
}

const pauseMs = 200;
const shownGames = 8;

const foundGamesQuery = (client: ApiClient, search: string) =>
  queryOptions({
    queryKey: [...queryKeys.games.lists, 'found', search],
    queryFn: ({ signal }) =>
      client.call(memberApi.listGames, { query: { search, limit: shownGames, sort: 'titleAsc' }, signal }),
  });

/**
 * Finds games by title while the user types into the command palette. Searches when typing pauses, and cancels outdated
 * requests.
 */
function usePaletteGames(term: string) {
  const session = useSession();
  const search = useDebouncedValue(term, pauseMs)[0];
  const isAsked = session !== undefined && search !== '' && term !== '';
  const query = useQuery({ ...foundGamesQuery(useApi(), search), enabled: isAsked });
  const isBehind = session !== undefined && term !== '' && term !== search;
  return {
    games: isAsked && !isBehind ? (query.data?.games ?? []) : [],
    isSearching: isBehind || (isAsked && query.isPending),
    hasFailed: isAsked && query.isError,
  };
}

interface PaletteFieldProps {
  value: string;
  placeholder: string;
  listId: string;
  /** The option that Enter runs. */
  activeId: string | undefined;
  onChange(value: string): void;
  onKeyDown(event: KeyboardEvent): void;
  onClose(): void;
}

const searchMaxLength = 200;

/**
 * The input of the command palette. It is a combobox for screen readers: it keeps the focus while the arrow keys move
 * through the list.
 */
function PaletteField(props: PaletteFieldProps) {
  const { value, placeholder, listId, activeId, onChange, onKeyDown, onClose } = props;
  const { t } = useTranslation('shortcuts');
  const { t: tCommon } = useTranslation();
  return (
    <div className={styles.field}>
      <IconSearch size={20} stroke={1.7} aria-hidden />
      <input
        type="text"
        role="combobox"
        aria-label={t('palette.label')}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={activeId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={searchMaxLength}
        data-autofocus
        className={styles.input}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <CloseButton aria-label={tCommon('close')} onClick={onClose} />
    </div>
  );
}

/** The pages and commands of the command palette. */
function usePages(): PaletteEntry[] {
  const { t } = useTranslation();
  const { t: tShortcuts } = useTranslation('shortcuts');
  const navigate = useNavigate();
  const session = useSession();
  const site = useQuery(siteQuery(useApi())).data;
  return pagesFor(session)
    .filter(({ text }) => text !== 'register' || site?.registrationEnabled)
    .map(({ to, text, keys }) => ({
      id: `page-${text}`,
      kind: 'pages',
      label: text === 'register' ? tShortcuts('palette.register') : t(`nav.${text}`),
      keys,
      run: () => void navigate(to),
    }));
}

/** Returns the commands, without the current theme and language. */
function useCommands(openHelp: () => void): PaletteEntry[] {
  const { t } = useTranslation(['shortcuts', 'accountMenu']);
  const session = useSession();
  const logout = useLogout();
  const savePreferences = useSavePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const language = currentLanguage();
  const command = (id: string, label: string, run: () => void): PaletteEntry => ({
    id,
    kind: 'commands',
    label,
    run,
  });
  return [
    { ...command('help', t('palette.help'), openHelp), keys: '?' },
    ...schemes
      .filter((scheme) => scheme !== colorScheme)
      .map((scheme) => {
        const label = t('palette.theme', { scheme: t(`accountMenu:scheme.${scheme}`) });
        return command(`theme-${scheme}`, label, () => setColorScheme(scheme));
      }),
    ...languages
      .filter((choice) => choice !== language)
      .map((choice) => {
        const label = t('palette.language', { language: languageNames[choice] });
        const choose = () => void chooseLanguage(choice, session && savePreferences);
        return command(`language-${choice}`, label, choose);
      }),
    ...(session ? [command('logout', t('accountMenu:logout.button'), logout)] : []),
  ];
}
