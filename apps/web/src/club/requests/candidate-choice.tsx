// The providers' games with a title, to choose from. The request may also be made with the title as it was typed.

import type { RequestCandidate, RequestCandidates } from '@cellar/contract/club/requests.endpoints.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiError } from '#lib/api-error.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { RetryButton } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import styles from './candidate-choice.module.css';

export interface CandidateChoiceProps {
  title: string;
  query: UseQueryResult<RequestCandidates, ApiError>;
  /** Empty for the title as it was typed. */
  value: string;
  onChange(candidate: string): void;
}

export function CandidateChoice({ title, query, value, onChange }: CandidateChoiceProps) {
  const { t } = useTranslation('requests');
  const name = useId();
  const isAskedAgain = query.isFetching && !query.data?.isAnswered;
  if (query.isPending || isAskedAgain) {
    return (
      <div className={layout.stack2} role="status" aria-label={t('form.searching')}>
        <p className={styles.note}>{t('form.searching')}</p>
        <Skeleton height="5.5rem" />
      </div>
    );
  }
  const candidates = query.data?.candidates ?? [];
  if (candidates.length === 0) return <NoCandidates query={query} />;
  const typed: RequestCandidate = {
    candidate: '',
    title: t('form.asTyped', { title }),
    ...{ year: null, coverUrl: null, developer: null, sources: [] },
  };
  return (
    <fieldset className={layout.stack2}>
      <legend className={styles.legend}>{t('form.which')}</legend>
      <div className={styles.choices}>
        {[...candidates, typed].map((option) => (
          <label key={option.candidate} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={option.candidate === value}
              onChange={() => onChange(option.candidate)}
            />
            {option.candidate !== '' && (
              <span className={styles.cover}>
                <Cover title={option.title} url={option.coverUrl} sizes="3rem" isEager />
              </span>
            )}
            <span className={styles.what}>
              <span className={styles.title}>{option.title}</span>
              <span className={styles.facts}>
                {[option.year, option.developer].filter((fact) => fact !== null).join(' · ')}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A request needs no candidate, so nothing here is an error. */
function NoCandidates({ query: { data, error, refetch } }: Pick<CandidateChoiceProps, 'query'>) {
  const { t } = useTranslation('requests');
  const { t: tCommon } = useTranslation();
  if (data?.isAnswered) return <p className={styles.note}>{t('form.noCandidates')}</p>;
  return (
    <p className={styles.note}>
      {error ? errorText(error, tCommon('loadFailed')) : t('form.notAnswered')}{' '}
      <RetryButton size="compact-sm" variant="default" onClick={() => void refetch()} />
    </p>
  );
}
