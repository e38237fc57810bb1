// Names for ranges of addresses, which members see in the list of their sessions.

import type { Place } from '@cellar/contract/admin/settings.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '#ui/section.tsx';
import styles from './named-networks.module.css';

export interface NamedNetworksProps {
  places: readonly Place[];
  /** The server's validation errors by path, such as `systemSettings.places.0.range`. */
  issues: Record<string, string>;
  onChange(places: Place[]): void;
}

export function NamedNetworks({ places, issues, onChange }: NamedNetworksProps) {
  const { t } = useTranslation('settings');
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const change = (index: number, part: Partial<Place>) =>
    onChange(places.map((place, at) => (at === index ? { ...place, ...part } : place)));
  const add = () => {
    onChange([...places, { name: '', range: '' }]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  };
  const remove = (index: number) => {
    onChange(places.filter((_, at) => at !== index));
    addButton.current?.focus();
  };
  return (
    <Section heading={t('places.heading')} lead={t('places.lead')}>
      {places.length > 0 && (
        <ul ref={list} className={styles.list}>
          {places.map((place, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places have no identity, and their fields are controlled
            <li key={index} className={styles.row}>
              <TextInput
                label={t('places.name')}
                value={place.name}
                maxLength={60}
                error={issues[`systemSettings.places.${index}.name`]}
                onChange={(event) => change(index, { name: event.currentTarget.value })}
              />
              <TextInput
                label={t('places.range')}
                placeholder="192.168.1.0/24"
                value={place.range}
                maxLength={60}
                spellCheck={false}
                autoCapitalize="none"
                error={issues[`systemSettings.places.${index}.range`] && t('places.rangeWrong')}
                onChange={(event) => change(index, { range: event.currentTarget.value })}
              />
              <ActionIcon
                variant="subtle"
                color="red"
                size="lg"
                aria-label={t('places.remove', { name: place.name || place.range || index + 1 })}
                onClick={() => remove(index)}
              >
                <IconTrash size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Button
        ref={addButton}
        variant="default"
        leftSection={<IconPlus size={18} />}
        disabled={places.length >= limits.places}
        onClick={add}
      >
        {t('places.add')}
      </Button>
    </Section>
  );
}
