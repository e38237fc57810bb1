// The filter and sort order of the admin's game list.
import { CloseButton, Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Select } from '#ui/fields/select.tsx';
import { type AdminSort, adminSorts } from './admin-sort.ts';
import type { AdminGamesAsked } from './use-admin-games.ts';

export interface AdminGamesBarProps extends AdminGamesAsked {
  onChange(asked: AdminGamesAsked): void;
}

export function AdminGamesBar({ sort, filter, onChange }: AdminGamesBarProps) {
  const { t } = useTranslation('gamesAdmin');
  return (
    <Group gap="var(--space-2)">
      <TextInput
        type="search"
        aria-label={t('filter')}
        placeholder={t('filter')}
        value={filter}
        maxLength={200}
        onChange={(event) => onChange({ sort, filter: event.currentTarget.value })}
        rightSection={
          filter && (
            <CloseButton
              size="sm"
              aria-label={t('clearFilter')}
              onClick={() => onChange({ sort, filter: '' })}
            />
          )
        }
      />
      <Select
        aria-label={t('sort')}
        value={sort}
        onChange={(event) => onChange({ filter, sort: event.currentTarget.value as AdminSort })}
        data={adminSorts.map((key) => ({ value: key, label: t(key) }))}
      />
    </Group>
  );
}
