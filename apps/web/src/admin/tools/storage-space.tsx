// The games by the size of their files: all of them, or those that nobody has downloaded for a long time.

import type { DuplicateFile, DuplicateGroup, StorageGame } from '@cellar/contract/admin/storage.endpoints.ts';
import type { adminApi } from '@cellar/contract/admin-api.ts';
import type { ResponseOf } from '@cellar/contract/endpoint.ts';
import { Text, VisuallyHidden } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatSize } from '#lib/format.ts';
import { adminGamePath } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { LoadingBlock, LoadingList } from '#ui/feedback/loading-list.tsx';
import { LoadFailed } from '#ui/feedback/messages.tsx';
import { Select } from '#ui/fields/select.tsx';
import layout from '#ui/layout.module.css';
import entries from '#ui/lists/entry-list.module.css';
import { FirstRows } from '#ui/lists/first-rows.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { type PagerProps, useLastPage } from '#ui/lists/long-list.tsx';
import { Section } from '#ui/section.tsx';
import styles from './storage-space.module.css';
import { duplicatesQuery, type GamesFilter, storageGamesQuery } from './tools.queries.ts';

const idleChoices = [0, 90, 365, 730] as const;

export function StorageGames() {
  const { t } = useTranslation('storage');
  const [filter, setFilter] = useState<GamesFilter>({ page: 1, idleDays: 0 });
  const query = useQuery(storageGamesQuery(useApi(), filter));
  const { page } = filter;
  const onPage = (to: number) => setFilter({ ...filter, page: to });
  useLastPage({ page, totalPages: query.data?.totalPages, onPage });
  return (
    <Section heading={t('games.heading')} lead={t('games.lead')}>
      <Select
        aria-label={t('games.filter')}
        w="min(100%, 20rem)"
        value={String(filter.idleDays)}
        onChange={(event) => setFilter({ page: 1, idleDays: Number(event.currentTarget.value) })}
        data={idleChoices.map((days) => ({ value: String(days), label: t(`games.idle.${days}`) }))}
      />
      <Games
        query={query}
        pager={{ page, totalPages: query.data?.totalPages ?? 1, label: t('games.pager'), onPage }}
        isFiltered={filter.idleDays > 0}
      />
    </Section>
  );
}

interface GamesProps {
  query: UseQueryResult<ResponseOf<typeof adminApi.listStorageGames>>;
  pager: PagerProps;
  isFiltered: boolean;
}

function Games({ query, pager, isFiltered }: GamesProps) {
  const { t, i18n } = useTranslation('storage');
  if (query.isPending) {
    return <LoadingList label={t('games.loading')} height="2.5rem" rows={3} />;
  }
  if (!query.data)
    return (
      <LoadFailed heading="h3" title={t('games.loadFailedTitle')} onRetry={() => void query.refetch()} />
    );
  const { games, total, totalBytes } = query.data;
  if (total === 0) {
    return (
      <Text c="dimmed" fz="var(--text-2)" mt="var(--space-4)">
        {t(isFiltered ? 'games.noneIdle' : 'usage.empty')}
      </Text>
    );
  }
  return (
    <>
      <p className={styles.total}>
        {t('games.total', { count: total, size: formatSize(totalBytes, i18n.language) })}
      </p>
      <FirstRows rows={games} first={5} pager={pager}>
        {(rows) => <GamesTable games={rows} isOld={query.isPlaceholderData} />}
      </FirstRows>
    </>
  );
}

function GamesTable({ games, isOld }: { games: readonly StorageGame[]; isOld: boolean }) {
  const { t } = useTranslation('storage');
  return (
    <table className={styles.table} aria-busy={isOld}>
      <VisuallyHidden component="caption">{t('games.heading')}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">{t('games.game')}</th>
          <th scope="col">{t('games.size')}</th>
          <th scope="col">{t('games.lastDownload')}</th>
          <th scope="col">{t('games.downloads')}</th>
        </tr>
      </thead>
      <tbody>
        {games.map((game) => (
          <GameRow key={game.gameId} game={game} />
        ))}
      </tbody>
    </table>
  );
}

function GameRow({ game }: { game: StorageGame }) {
  const { t, i18n } = useTranslation('storage');
  const { gameId, title, files, bytes, addedAt, lastDownloadAt, downloads } = game;
  const day = (time: string) => formatDate(time, i18n.language);
  return (
    <tr>
      <th scope="row">
        <Link to={adminGamePath(gameId)} aria-label={t('usage.edit', { title })}>
          {title}
        </Link>
      </th>
      <td className={styles.size}>
        {formatSize(bytes, i18n.language)} <span>{t('usage.filesCount', { count: files })}</span>
      </td>
      <td>{lastDownloadAt ? day(lastDownloadAt) : t('games.never', { day: day(addedAt) })}</td>
      <td className={styles.downloads}>{t('games.downloadsCount', { count: downloads })}</td>
    </tr>
  );
}

// Files that are stored more than once, in groups of equal files.

export function Duplicates() {
  const { t } = useTranslation('storage');
  const [page, setPage] = useState(1);
  const query = useQuery(duplicatesQuery(useApi(), page));
  useLastPage({ page, totalPages: query.data?.totalPages, onPage: setPage });
  return (
    <Section heading={t('duplicates.heading')} lead={t('duplicates.lead')}>
      <Groups
        query={query}
        pager={{
          page,
          totalPages: query.data?.totalPages ?? 1,
          label: t('duplicates.pager'),
          onPage: setPage,
        }}
      />
    </Section>
  );
}

interface GroupsProps {
  query: UseQueryResult<ResponseOf<typeof adminApi.listDuplicates>>;
  pager: PagerProps;
}

function Groups({ query, pager }: GroupsProps) {
  const { t, i18n } = useTranslation('storage');
  if (query.isPending) {
    return <LoadingBlock label={t('duplicates.loading')} height="4.5rem" />;
  }
  if (!query.data)
    return (
      <LoadFailed heading="h3" title={t('duplicates.loadFailedTitle')} onRetry={() => void query.refetch()} />
    );
  const { groups, total, wastedBytes } = query.data;
  if (total === 0) {
    return (
      <Text c="dimmed" fz="var(--text-2)">
        {t('duplicates.none')}
      </Text>
    );
  }
  return (
    <>
      <p className={styles.duplicatesTotal}>
        {t('duplicates.total', { count: total, size: formatSize(wastedBytes, i18n.language) })}
      </p>
      <FirstRows rows={groups} first={5} pager={pager}>
        {(rows) => (
          <ul
            className={entries.list}
            aria-label={t('duplicates.heading')}
            aria-busy={query.isPlaceholderData}
          >
            {rows.map((group) => (
              <li key={group.sha256}>
                <Group group={group} />
              </li>
            ))}
          </ul>
        )}
      </FirstRows>
    </>
  );
}

function Group({ group }: { group: DuplicateGroup }) {
  const { t, i18n } = useTranslation('storage');
  const { fileSize, count, wastedBytes, files } = group;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const others = count - files.length;
  return (
    <ListRow
      spacing="tight"
      isNarrow
      name={<h3>{t('duplicates.group', { count, size: size(fileSize) })}</h3>}
      facts={<span>{t('duplicates.wasted', { size: size(wastedBytes) })}</span>}
    >
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={`${file.gameId} ${file.kind} ${file.platform} ${file.name}`}>
            <File file={file} />
          </li>
        ))}
        {others > 0 && <li className={layout.small}>{t('duplicates.more', { count: others })}</li>}
      </ul>
    </ListRow>
  );
}

function File({ file }: { file: DuplicateFile }) {
  const { t } = useTranslation('storage');
  const { kind, gameId, title, platform, name, isInPlace } = file;
  const facts = [
    kind === 'cheat' ? t('duplicates.cheat', { name }) : name,
    platform || t('usage.anyPlatform'),
    isInPlace ? t('duplicates.inPlace') : '',
  ];
  return (
    <>
      <Link to={adminGamePath(gameId)} aria-label={t('usage.edit', { title })}>
        {title}
      </Link>
      <span className={layout.small}>{facts.filter(Boolean).join(' · ')}</span>
    </>
  );
}
