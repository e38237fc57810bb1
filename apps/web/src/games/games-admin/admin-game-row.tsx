// What can be done with one game of the table: on a phone in a menu, otherwise as buttons.
import layout from '#ui/layout.module.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import type { AdminGame } from '@cellar/contract/games/admin-games.endpoints.ts';
import type { MatchState } from '@cellar/contract/games/matches.ts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconDots,
  IconExternalLink,
  IconEyeOff,
  IconPencil,
  IconPhotoOff,
  IconTrash,
} from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatSize } from '#lib/format.ts';
import { adminGamePath, gamePath } from '#lib/paths.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import styles from './admin-table.module.css';
import type { OptionalColumn } from './table-columns.tsx';

export interface RowActionsProps {
  id: string;
  title: string;
  /** -1 in all rows but the current one. */
  tabIndex: number;
  onDelete(): void;
}

const fromList = { isFromList: true };

function RowButtons({ id, title, tabIndex, onDelete }: RowActionsProps) {
  const { t } = useTranslation('gamesAdmin');
  const shared = { variant: 'subtle', size: 28, tabIndex } as const;
  return (
    <>
      <ActionIcon
        {...shared}
        component={Link}
        to={adminGamePath(id)}
        state={fromList}
        aria-label={t('editOf', { title })}
        title={t('edit')}
      >
        <IconPencil size={17} />
      </ActionIcon>
      <ActionIcon
        {...shared}
        component={Link}
        to={gamePath(id)}
        aria-label={t('gamePageOf', { title })}
        title={t('gamePage')}
      >
        <IconExternalLink size={17} />
      </ActionIcon>
      <ActionIcon
        {...shared}
        color="red"
        aria-label={t('deleteTitle', { title })}
        title={t('delete')}
        onClick={onDelete}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </>
  );
}

function RowMenu({ id, title, tabIndex, onDelete }: RowActionsProps) {
  const { t } = useTranslation('gamesAdmin');
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" tabIndex={tabIndex} aria-label={t('actionsOf', { title })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={adminGamePath(id)}
          state={fromList}
          leftSection={<IconPencil size={17} />}
        >
          {t('edit')}
        </Menu.Item>
        <Menu.Item component={Link} to={gamePath(id)} leftSection={<IconExternalLink size={17} />}>
          {t('gamePage')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={17} />} onClick={onDelete}>
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

// A game in the admin's table.

/** Shows the state of a game's match. */
export type RenderMatch = (state: MatchState, tabIndex: number) => ReactNode;

interface AdminGameRowProps {
  index: number;
  /** Counted from 1, with the headings. */
  rowNumber: number;
  /** The distance from the top of the list, in pixels. */
  top: number;
  height: number;
  /** Undefined until it is loaded. */
  game: AdminGame | undefined;
  columns: readonly OptionalColumn[];
  isPhone: boolean;
  isSelected: boolean;
  isTabStop: boolean;
  hasCheckbox: boolean;
  /** Must always be the same function, like the handlers. */
  renderMatch: RenderMatch;
  onToggle(id: string, isRange: boolean): void;
  onDelete(game: AdminGame): void;
}

export const AdminGameRow = memo(function AdminGameRow(props: AdminGameRowProps) {
  const { index, rowNumber, top, height, game, isSelected, isTabStop } = props;
  return (
    <tr
      className={styles.row}
      data-index={index}
      data-selected={isSelected || undefined}
      aria-rowindex={rowNumber}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      style={{ top, height }}
    >
      {game ? <Cells {...props} game={game} /> : <Waiting />}
    </tr>
  );
});

function Waiting() {
  return (
    <td className={layout.wide}>
      <Skeleton height="0.875rem" />
    </td>
  );
}

function Cells(props: AdminGameRowProps & { game: AdminGame }) {
  const { game, columns, isPhone, isSelected, isTabStop, hasCheckbox } = props;
  const { renderMatch, onToggle, onDelete } = props;
  const { t } = useTranslation('gamesAdmin');
  const { _id, title, boxArtUrl, boxArtThumbhash } = game;
  const tabIndex = isTabStop ? 0 : -1;
  const actions = { id: _id, title, tabIndex, onDelete: () => onDelete(game) };
  const shown = isPhone ? [] : columns.filter((column) => column !== 'cover');
  return (
    <>
      {hasCheckbox && (
        <td className={styles.checkCell}>
          <SelectBox
            label={t('selection.one', { title })}
            isSelected={isSelected}
            tabIndex={tabIndex}
            onToggle={(isRange) => onToggle(_id, isRange)}
          />
        </td>
      )}
      {(isPhone || columns.includes('cover')) && (
        <td className={styles.coverCell}>
          <div className={styles.cover}>
            {boxArtUrl ? (
              <Cover title={title} url={boxArtUrl} thumbhash={boxArtThumbhash} sizes="2.5rem" />
            ) : (
              // Not a generated cover, which would look as if there were box art.
              <span className={styles.noCover} role="img" aria-label={t('noCover')} title={t('noCover')}>
                <IconPhotoOff size={14} stroke={1.5} aria-hidden />
              </span>
            )}
          </div>
        </td>
      )}
      <th scope="row" className={styles.titleCell}>
        <Link
          className={styles.title}
          to={adminGamePath(_id)}
          state={{ isFromList: true }}
          tabIndex={tabIndex}
          title={title}
        >
          {game.isHidden && (
            <IconEyeOff
              className={styles.mark}
              size={15}
              role="img"
              aria-label={t('visibility.hidden')}
              title={t('visibility.hidden')}
            />
          )}
          {title}
        </Link>
        {isPhone && (
          <span className={styles.second}>
            <Platforms game={game} />
          </span>
        )}
      </th>
      {shown.map((column) => (
        <td key={column} className={styles.cell} data-column={column}>
          <Value column={column} game={game} renderMatch={(state) => renderMatch(state, tabIndex)} />
        </td>
      ))}
      <td className={styles.actions}>{isPhone ? <RowMenu {...actions} /> : <RowButtons {...actions} />}</td>
    </>
  );
}

interface SelectBoxProps {
  label: string;
  isSelected: boolean;
  tabIndex: number;
  onToggle(isRange: boolean): void;
}

function SelectBox({ label, isSelected, tabIndex, onToggle }: SelectBoxProps) {
  const handleClick = (event: MouseEvent) => {
    event.stopPropagation();
    onToggle(event.shiftKey);
  };
  // The row handles Space, too.
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === ' ') event.stopPropagation();
  };
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isSelected}
        tabIndex={tabIndex}
        onClick={handleClick}
        onKeyDown={handleKey}
        // A click is needed to know whether Shift is held.
        onChange={() => undefined}
      />
    </label>
  );
}

interface ValueProps {
  column: OptionalColumn;
  game: AdminGame;
  renderMatch(state: MatchState): ReactNode;
}

function Value({ column, game, renderMatch }: ValueProps): ReactNode {
  const { t, i18n } = useTranslation('gamesAdmin');
  const { language } = i18n;
  switch (column) {
    case 'cover':
      return null;
    case 'platforms':
      return <Platforms game={game} />;
    case 'size':
      return game.size > 0 ? formatSize(game.size, language) : '–';
    case 'year':
      return game.year ?? '–';
    case 'developer':
      return game.developer ?? '–';
    case 'match':
      return game.matchState ? renderMatch(game.matchState) : '–';
    case 'added':
      return formatDate(game.createdAt, language);
    case 'downloads':
      return t('number', { value: game.downloads });
  }
}

function Platforms({ game: { platforms, isFileMissing } }: { game: AdminGame }) {
  const { t } = useTranslation('gamesAdmin');
  if (platforms.length === 0) return <span className={layout.dim}>{t('noPlatforms')}</span>;
  return (
    <>
      {isFileMissing && (
        <IconAlertTriangle
          className={styles.warning}
          size={15}
          role="img"
          aria-label={t('fileMissing')}
          title={t('fileMissing')}
        />
      )}
      <span title={platforms.join(', ')}>{platforms.join(', ')}</span>
    </>
  );
}
