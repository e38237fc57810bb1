// Useful rules that admins can add with one click. Collapsed at first.

import { exampleRules } from '@cellar/contract/games/rules/sanitization-examples.ts';
import type { SanitizationRule } from '@cellar/contract/games/sanitization.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, Text } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './example-rules.module.css';
import { useSaveRule } from './use-rule-changes.ts';

export function ExampleRules({ rules }: { rules: SanitizationRule[] }) {
  const { t } = useTranslation('sanitization');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
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
        {t('examplesHeading')}
      </Button>
      <div id={id}>{isOpen && <ExampleList rules={rules} />}</div>
    </section>
  );
}

function ExampleList({ rules }: { rules: SanitizationRule[] }) {
  const { t } = useTranslation('sanitization');
  const add = useSaveRule();
  const isFull = rules.length >= limits.sanitizationRules;
  return (
    <>
      <Text mt="var(--space-3)" c="dimmed" fz="var(--text-2)">
        {t('examplesLead')}
      </Text>
      <ul className={styles.list}>
        {exampleRules.map(({ key, find, replace }) => {
          const description = t(`examples.${key}`);
          const isAdded = rules.some((rule) => rule.find === find && rule.replace === replace);
          const Icon = isAdded ? IconCheck : IconPlus;
          return (
            <li key={key}>
              <Button
                variant="subtle"
                size="sm"
                classNames={{ root: styles.example, inner: styles.inner, label: styles.label }}
                leftSection={<Icon size={17} />}
                // Not `disabled`, which would remove the focus right after the click.
                aria-disabled={isAdded || isFull || add.isPending || undefined}
                data-added={isAdded || undefined}
                aria-label={t(isAdded ? 'examplesThere' : 'examplesAdd', { description })}
                onClick={() => {
                  if (!isAdded && !isFull && !add.isPending) add.mutate({ find, replace, description });
                }}
              >
                {description}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
