// Common platforms that admins can add with one click. Collapsed at first.
import type { OwnPlatform } from '@cellar/contract/games/platforms.ts';
import { platformWords } from '@cellar/contract/games/rules/platform-guess.ts';
import { platformPresets } from '@cellar/contract/games/rules/platform-presets.ts';
import { Button, Text } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnPlatformIcon } from '#ui/own-platform-icon.tsx';
import styles from './platforms.module.css';
import { useSavePlatform } from './use-platform-changes.ts';

export interface PlatformPresetsProps {
  platforms: OwnPlatform[];
  isFull: boolean;
}

export function PlatformPresets(props: PlatformPresetsProps) {
  const { t } = useTranslation('platforms');
  const id = useId();
  const [isOpen, setOpen] = useState(props.platforms.length === 0);
  return (
    <section>
      <Button
        variant="default"
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={
          <IconChevronDown size={18} className={styles.chevron} data-open={isOpen || undefined} />
        }
        onClick={() => setOpen(!isOpen)}
      >
        {t('presets.heading')}
      </Button>
      <div id={id}>{isOpen && <PresetList {...props} />}</div>
    </section>
  );
}

function PresetList({ platforms, isFull }: PlatformPresetsProps) {
  const { t } = useTranslation('platforms');
  const add = useSavePlatform();
  const known = new Set(platforms.flatMap(({ name, aliases }) => [name, ...aliases].map(keyOf)));
  return (
    <>
      <Text mt="var(--space-3)" c="dimmed" fz="var(--text-2)">
        {t('presets.lead')}
      </Text>
      <ul className={styles.presets}>
        {platformPresets.map(({ name, aliases, icon }) => {
          const isAdded = known.has(keyOf(name));
          const isDisabled = isAdded || isFull || add.isPending;
          return (
            <li key={name}>
              <Button
                variant="default"
                size="sm"
                leftSection={isAdded ? <IconCheck size={18} /> : <OwnPlatformIcon icon={icon} />}
                // Not `disabled`, which would remove the focus right after the click.
                aria-disabled={isDisabled || undefined}
                data-added={isAdded || undefined}
                className={styles.preset ?? ''}
                aria-label={t(isAdded ? 'presets.added' : 'presets.add', { name })}
                onClick={() => {
                  // Another platform may have one of the aliases already.
                  const free = aliases.filter((alias) => !known.has(keyOf(alias)));
                  if (!isDisabled) add.mutate({ name, aliases: free, icon });
                }}
              >
                {name}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function keyOf(text: string): string {
  return platformWords(text).join(' ');
}
