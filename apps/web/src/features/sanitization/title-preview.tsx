// What the rules make of a title that the admin types, step by step.
import { limits } from '@cellar/contract/rules/limits.ts';
import type { SanitizationRule } from '@cellar/contract/sanitization.ts';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/feedback/notice.tsx';
import type { PreviewBody } from './sanitization.queries.ts';
import styles from './title-preview.module.css';

interface Outcome {
  title: string;
  sanitizedTitle: string;
  steps: { index: number; result: string }[];
  isTooSlow: boolean;
}

export interface TitlePreviewProps {
  sample: string;
  /** Undefined while there is none. */
  outcome: Outcome | undefined;
  isFailed: boolean;
  /** What it was tried with. */
  list: NonNullable<PreviewBody['rules']>;
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
    <section className={styles.preview} aria-label={t('preview.heading')}>
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
              <span className={styles.dim}>{t('preview.result')}</span>{' '}
              <output>{outcome.sanitizedTitle}</output>
            </p>
          )}
        </div>
      )}
      {outcome && !isFailed && <Steps steps={outcome.steps} nameOf={nameOf} />}
    </section>
  );
}

function Steps({ steps, nameOf }: { steps: Outcome['steps']; nameOf(index: number): string }) {
  const { t } = useTranslation('sanitization');
  if (steps.length === 0) return <p className={styles.dim}>{t('preview.unchanged')}</p>;
  return (
    <ol className={styles.steps} aria-label={t('preview.steps')}>
      {steps.map(({ index, result }) => (
        <li key={index} value={index + 1}>
          <span className={styles.dim}>{nameOf(index)}</span>
          <code className={styles.code}>{result}</code>
        </li>
      ))}
    </ol>
  );
}
