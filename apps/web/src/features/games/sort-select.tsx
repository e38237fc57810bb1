// In which order the games stand. Used by the games page, which keeps the choice in the URL.
import { type SortKey, sortKeys } from '@cellar/contract/rules/sort.ts';
import { IconArrowsSort } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Select } from '#ui/select.tsx';

export interface SortSelectProps {
  value: SortKey;
  onChange(sort: SortKey): void;
}

export function SortSelect({ value, onChange }: SortSelectProps) {
  const { t } = useTranslation('games');
  return (
    <Select
      aria-label={t('sort.label')}
      leftSection={<IconArrowsSort size={18} stroke={1.7} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as SortKey)}
      data={sortKeys.map((key) => ({ value: key, label: t(`sort.${key}`) }))}
    />
  );
}
