import type { adminApi } from '@cellar/contract/admin-api.ts';
import type { ResponseOf } from '@cellar/contract/endpoint.ts';
import type { ListedUser } from '@cellar/contract/people/accounts.ts';
import { Box, Button, Group, Text, TextInput } from '@mantine/core';
import { IconSearch, IconUsersGroup } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAgo, formatDate, formatMoment } from '#lib/format.ts';
import { useApi } from '#lib/services-context.ts';
import { pageOf, useUrlFilter } from '#lib/url-filter.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailed, StateMessage } from '#ui/feedback/messages.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useTypedSearch } from '#ui/fields/use-typed-search.ts';
import entries from '#ui/lists/entry-list.module.css';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Pager, useLastPage } from '#ui/lists/long-list.tsx';
import { Section } from '#ui/section.tsx';
import { UserActions } from './user-actions.tsx';
import styles from './users.module.css';
import { type AccountState, type UsersFilter, usersQuery, waitingQuery } from './users.queries.ts';

export interface UserListProps {
  query: UseQueryResult<ResponseOf<typeof adminApi.listUsers>>;
  ownId: string;
  onReset(): void;
}

function UserList({ query, ownId, onReset }: UserListProps) {
  const { t } = useTranslation('users');
  if (query.isPending) return <LoadingRows />;
  if (!query.data)
    return (
      <LoadFailed
        heading="h3"
        title={t('loadFailedTitle')}
        text={t('loadFailed')}
        onRetry={() => void query.refetch()}
      />
    );
  const { users } = query.data;
  if (users.length === 0) {
    return (
      <StateMessage
        icon={<IconUsersGroup size={30} stroke={1.5} />}
        heading="h3"
        title={t('empty.title')}
        text={t('empty.text')}
      >
        <Button variant="default" onClick={onReset}>
          {t('empty.reset')}
        </Button>
      </StateMessage>
    );
  }
  return (
    <ul className={entries.list} aria-label={t('list')} aria-busy={query.isPlaceholderData}>
      {users.map((user) => (
        <li key={user._id}>
          <UserRow user={user} isOwn={user._id === ownId} />
        </li>
      ))}
    </ul>
  );
}

function LoadingRows() {
  const { t } = useTranslation('users');
  return (
    <Box mt="var(--space-4)" role="status" aria-label={t('loading')}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className={styles.skeleton}>
          <Skeleton width="min(14rem, 60%)" />
          <Skeleton width="min(20rem, 85%)" height="0.85em" />
        </div>
      ))}
    </Box>
  );
}

interface UserRowProps {
  user: ListedUser;
  isOwn: boolean;
}

function UserRow({ user, isOwn }: UserRowProps) {
  return (
    <ListRow
      name={<h3>{user.name}</h3>}
      badges={<UserBadges user={user} isOwn={isOwn} />}
      detail={user.email}
      facts={<UserTimes user={user} />}
      actions={<UserActions user={user} isOwn={isOwn} />}
    />
  );
}

function UserBadges({ user, isOwn }: UserRowProps) {
  const { t } = useTranslation('users');
  return (
    <>
      {isOwn && <Badge>{t('badges.you')}</Badge>}
      {user.isAdmin && <Badge tone="info">{t('badges.admin')}</Badge>}
      {user.isContributor && <Badge tone="info">{t('badges.contributor')}</Badge>}
      {user.isApproved ? (
        <Badge tone="good">{t('badges.approved')}</Badge>
      ) : (
        <Badge tone="accent">{t('badges.pending')}</Badge>
      )}
      {!user.isVerified && !user.isAdmin && <Badge>{t('badges.unverified')}</Badge>}
      {user.hasSecondFactor && <Badge tone="info">{t('badges.secondFactor')}</Badge>}
      {user.isSuspended && <Badge tone="bad">{t('badges.suspended')}</Badge>}
    </>
  );
}

function UserTimes({ user: { createdAt, lastSeenAt } }: { user: ListedUser }) {
  const { t, i18n } = useTranslation('users');
  return (
    <>
      <time dateTime={createdAt} title={formatMoment(createdAt, i18n.language)}>
        {t('joined', { date: formatDate(createdAt, i18n.language) })}
      </time>
      {lastSeenAt ? (
        <time dateTime={lastSeenAt} title={formatMoment(lastSeenAt, i18n.language)}>
          {t('lastSeen', { ago: formatAgo(lastSeenAt, i18n.language) })}
        </time>
      ) : (
        <span>{t('neverSeen')}</span>
      )}
    </>
  );
}

// The list of accounts, with search, filter and pages.

/**
 * `ownId` is the current admin's id. Admins cannot perform actions on themselves that would lock them out. `action`: a button beside the
 * heading, where it is in reach however long the list is.
 */
export function Users({ ownId, action }: { ownId: string; action: ReactNode }) {
  const { t } = useTranslation('users');
  const { filter, change } = useUsersFilter();
  const query = useQuery(usersQuery(useApi(), filter));
  const totalPages = query.data?.totalPages ?? 1;
  useLastPage({
    page: filter.page,
    totalPages: query.isPlaceholderData ? undefined : query.data?.totalPages,
    onPage: (page) => change({ page }),
  });
  return (
    <Section heading={t('heading')} lead={t('lead')} action={action}>
      <UsersFilterBar filter={filter} total={query.data?.totalUsers} onChange={change} />
      <UserList query={query} ownId={ownId} onReset={() => change({ search: '', state: undefined })} />
      <Pager
        page={filter.page}
        totalPages={totalPages}
        label={t('pager.label')}
        onPage={(page) => change({ page })}
      />
    </Section>
  );
}

interface UsersFilterBarProps {
  filter: UsersFilter;
  total: number | undefined;
  onChange(part: Partial<UsersFilter>): void;
}

function UsersFilterBar({ filter, total, onChange }: UsersFilterBarProps) {
  const { t, i18n } = useTranslation('users');
  const [search, setSearch] = useTypedSearch(filter.search, (text) => onChange({ search: text }));
  const states = [
    { value: '', label: t('states.all') },
    ...accountStates.map((value) => ({ value, label: t(`states.${value}`) })),
  ];
  return (
    <Group component="search" gap="var(--space-3)">
      <TextInput
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        flex="1 1 16rem"
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={18} stroke={1.7} />}
        maxLength={254}
      />
      <Select
        aria-label={t('filter')}
        value={filter.state ?? ''}
        onChange={(event) => onChange({ state: (event.currentTarget.value || undefined) as AccountState })}
        data={states}
      />
      {total !== undefined && (
        <Text span c="dimmed" fz="var(--text-2)" role="status">
          {t('total', { total: new Intl.NumberFormat(i18n.language).format(total) })}
        </Text>
      )}
    </Group>
  );
}

/** Keeps the filter of the user list in the URL. */
const accountStates = [
  'pending',
  'approved',
  'unverified',
  'suspended',
  'contributor',
  'admin',
] as const satisfies AccountState[];

/** Ignores invalid values. The search is not trimmed, because the field shows it. */
export function readUsersFilter(params: URLSearchParams): UsersFilter {
  return {
    page: pageOf(params),
    search: (params.get('search') ?? '').slice(0, 254),
    state: accountStates.find((state) => state === params.get('state')),
  };
}

const useUsersFilter = () => useUrlFilter(readUsersFilter);

// The number of accounts that are waiting for approval, shown on the tab of the user list.

export function WaitingBadge() {
  const { t } = useTranslation('users');
  const { data: total = 0 } = useQuery(waitingQuery(useApi()));
  if (total === 0) return null;
  return (
    <span title={t('waiting', { total })}>
      <Badge tone="accent">{total}</Badge>
    </span>
  );
}
