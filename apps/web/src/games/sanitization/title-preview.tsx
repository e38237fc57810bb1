// Shows step by step how the rules change a sample title.

import type { SanitizationRule } from '@cellar/contract/games/sanitization.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Flex, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/feedback/messages.tsx';
import styles from './rules-dialog.module.css';
import type { DraftList } from './sanitization.queries.ts';

interface Outcome {
  title: string;
  sanitizedTitle: string;
  steps: { index: number; result: string }[];
  isTooSlow: boolean;
}

export interface TitlePreviewProps {
  sample: string;
  outcome: Outcome | undefined;
  isFailed: boolean;
  /** The rules that produced `outcome`. */
  list: DraftList;
  rules: SanitizationRule[];
  onSample(sample: string): void;
}

export function TitlePreview({ sample, outcome, isFailed, list, rules, onSample }: TitlePreviewProps) {
  const { t } = useTranslation('sanitization');
  const nameOf = (index: number) => {
    const rule = list[index];
    if (!rule || !('_id' in rule)) return t('preview.draft');
    return rules.find(({ _id }) => _id === rule._id)?.description ?? '';
  };
  return (
    <Flex component="section" direction="column" gap="var(--space-3)" aria-label={t('preview.heading')}>
      <h3>{t('preview.heading')}</h3>
      <TextInput
        label={t('preview.sample')}
        description={t('preview.sampleHint')}
        maxLength={limits.ruleSampleMax}
        spellCheck={false}
        autoComplete="off"
        value={sample}
        onChange={(event) => onSample(event.currentTarget.value)}
      />
      {isFailed && <Notice kind="error">{t('preview.failed')}</Notice>}
      {outcome && !isFailed && (
        <div aria-live="polite">
          {outcome.isTooSlow ? (
            <Notice kind="error">{t('preview.tooSlow')}</Notice>
          ) : (
            <p className={styles.result}>
              <Text span c="dimmed" fz="var(--text-2)" fw={400}>
                {t('preview.result')}
              </Text>{' '}
              <output>{outcome.sanitizedTitle}</output>
            </p>
          )}
        </div>
      )}
      {outcome && !isFailed && <Steps steps={outcome.steps} nameOf={nameOf} />}
    </Flex>
  );
}

function Steps({ steps, nameOf }: { steps: Outcome['steps']; nameOf(index: number): string }) {
  const { t } = useTranslation('sanitization');
  if (steps.length === 0) {
    return (
      <Text c="dimmed" fz="var(--text-2)">
        {t('preview.unchanged')}
      </Text>
    );
  }
  return (
    <ol className={styles.steps} aria-label={t('preview.steps')}>
      {steps.map(({ index, result }) => (
        <li key={index} value={index + 1}>
          <Text span c="dimmed" fz="var(--text-2)">
            {nameOf(index)}
          </Text>
          <code className={styles.code}>{result}</code>
        </li>
      ))}
    </ol>
  );
}
