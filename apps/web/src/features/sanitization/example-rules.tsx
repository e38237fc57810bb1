// Rules that others found useful, added by one click each. Folded until asked for.
import { limits } from '@cellar/contract/rules/limits.ts';
import { exampleRules } from '@cellar/contract/rules/sanitization-examples.ts';
import type { SanitizationRule } from '@cellar/contract/sanitization.ts';
import { Button } from '@mantine/core';
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
      <p className={styles.lead}>{t('examplesLead')}</p>
      <ul className={styles.list}>
        {exampleRules.map(({ key, find, replace }) => {
          const description = t(`examples.${key}`);
          const isThere = rules.some((rule) => rule.find === find && rule.replace === replace);
          const Icon = isThere ? IconCheck : IconPlus;
          return (
            <li key={key}>
              <Button
                variant="subtle"
                size="sm"
                classNames={{ root: styles.example, inner: styles.inner, label: styles.label }}
                leftSection={<Icon size={17} />}
                // Not `disabled`: the focus would be lost with the click that added it.
                aria-disabled={isThere || isFull || add.isPending || undefined}
                data-there={isThere || undefined}
                aria-label={t(isThere ? 'examplesThere' : 'examplesAdd', { description })}
                onClick={() => {
                  if (!isThere && !isFull && !add.isPending) add.mutate({ find, replace, description });
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
