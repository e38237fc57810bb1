// The search field and the state filter of the user list. The search waits until typing pauses.
import { Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Select } from '#ui/fields/select.tsx';
import { useTypedSearch } from '#ui/fields/use-typed-search.ts';
import { accountStates } from './use-users-filter.ts';
import type { AccountState, UsersFilter } from './users.queries.ts';

export interface UsersFilterBarProps {
  filter: UsersFilter;
  total: number | undefined;
  onChange(part: Partial<UsersFilter>): void;
}

export function UsersFilterBar({ filter, total, onChange }: UsersFilterBarProps) {
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
