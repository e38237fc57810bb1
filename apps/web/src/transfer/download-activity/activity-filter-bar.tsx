import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '#ui/fields/select.tsx';
import { useTypedSearch } from '#ui/fields/use-typed-search.ts';
import type { ActivityFilter } from './activity.queries.ts';
import { downloadStatuses, isFiltered, noFilter } from './use-activity-filter.ts';

interface ActivityFilterBarProps {
  filter: ActivityFilter;
  onChange(part: Partial<ActivityFilter>): void;
}

export function ActivityFilterBar({ filter, onChange }: ActivityFilterBarProps) {
  const { t } = useTranslation('downloadActivity');
  const [member, setMember] = useTypedSearch(filter.member, (text) => onChange({ member: text }));
  const [game, setGame] = useTypedSearch(filter.game, (text) => onChange({ game: text }));
  const handleReset = () => {
    // Also discards typed text that has not reached the filter yet.
    setMember('');
    setGame('');
    onChange(noFilter);
  };
  return (
    <Group component="search" align="flex-end" gap="var(--space-3)" aria-label={t('filter.label')}>
      <TextInput
        value={member}
        onChange={(event) => setMember(event.currentTarget.value)}
        flex="1 1 11rem"
        label={t('filter.member')}
        maxLength={200}
        type="search"
      />
      <TextInput
        value={game}
        onChange={(event) => setGame(event.currentTarget.value)}
        flex="1 1 11rem"
        label={t('filter.game')}
        maxLength={200}
        type="search"
      />
      <Select
        label={t('filter.status')}
        value={filter.status ?? ''}
        onChange={(event) =>
          onChange({ status: (event.currentTarget.value || undefined) as ActivityFilter['status'] })
        }
        data={[
          { value: '', label: t('filter.all') },
          ...downloadStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
      />
      <Day label={t('filter.from')} value={filter.from} onChange={(from) => onChange({ from })} />
      <Day label={t('filter.to')} value={filter.to} onChange={(to) => onChange({ to })} />
      {isFiltered(filter) && (
        <Button variant="subtle" onClick={handleReset}>
          {t('filter.reset')}
        </Button>
      )}
    </Group>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  onChange(day: string | undefined): void;
}

/** The earliest accepted day. While a year is being typed, it is incomplete: 0002 may become 2026. */
const firstDay = '1970-01-01';

function Day({ label, value = '', onChange }: DayProps) {
  const [typed, setTyped] = useState<string>();
  const handleChange = (day: string) => {
    setTyped(day);
    if (day !== value && (day === '' || day >= firstDay)) onChange(day || undefined);
  };
  return (
    <TextInput
      type="date"
      label={label}
      min={firstDay}
      max="9999-12-31"
      value={typed ?? value}
      onChange={(event) => handleChange(event.currentTarget.value)}
      onBlur={() => setTyped(undefined)}
    />
  );
}
