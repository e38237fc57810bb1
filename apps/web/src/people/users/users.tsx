// The list of accounts, with search, filter and pages.
import { Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Select } from '#ui/fields/select.tsx';
import { useTypedSearch } from '#ui/fields/use-typed-search.ts';
import { Pager, useLastPage } from '#ui/lists/pager.tsx';
import { Section } from '#ui/section.tsx';
import { accountStates, useUsersFilter } from './use-users-filter.ts';
import { UserList } from './user-list.tsx';
import type { AccountState, UsersFilter } from './users.queries.ts';
import { usersQuery } from './users.queries.ts';

/** `ownId` is the current admin's id. Admins cannot perform actions on themselves that would lock them out. */
export function Users({ ownId }: { ownId: string }) {
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
    <Section heading={t('heading')} lead={t('lead')}>
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
